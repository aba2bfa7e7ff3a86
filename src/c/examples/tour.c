/* A tour of canju.h: solve, all moves, a certificate, limits, progress, and a request that is cancelled.
 *
 *     cc tour.c $(pkg-config --cflags --libs canju) -lpthread -o tour && ./tour */

#include <canju.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static canju_handle canju;

/* Asks, and ends the program if the request is refused. The answer is good until the next one. */
static const char *ask(canju_question question, const void *request, size_t length, size_t *answer_length) {
    const uint8_t *answer, *message;
    canju_code code = canju_ask(canju, question, request, length, &answer, answer_length);
    if (code != CANJU_CODE_OK) {
        size_t bytes = 0;
        canju_message(canju, &message, &bytes);
        fprintf(stderr, "code %d: %.*s\n", code, (int)bytes, (const char *)message);
        exit(1);
    }
    return (const char *)answer;
}

static void show(const char *title, canju_question question, const char *request) {
    size_t length;
    const char *answer = ask(question, request, strlen(request), &length);
    printf("%s: %.*s\n", title, (int)length, answer);
}

static void tell(void *data, uint64_t milliseconds, uint64_t nodes) {
    (void)milliseconds;
    *(uint64_t *)data = nodes;
}

static void *cancel_soon(void *unused) {
    (void)unused;
    struct timespec time = {.tv_sec = 0, .tv_nsec = 300 * 1000 * 1000};
    nanosleep(&time, NULL);
    canju_cancel(canju);
    return NULL;
}

int main(void) {
    if (canju_abi() != CANJU_ABI || canju_new(1, 0, &canju) != CANJU_CODE_OK) return 1;
    const char *position = "{\"hands\":[\"346999Q2\",\"34JAAD\"]}";
    show("solve", CANJU_QUESTION_SOLVE, position);
    show("moves", CANJU_QUESTION_MOVES, position);
    show("points", CANJU_QUESTION_SOLVE, "{\"hands\":[\"3333K\",\"44Q\"],\"scoring\":\"douzero\",\"all_moves\":true}");

    /* A certificate is bytes. Copy it: the next answer takes its place. */
    size_t length;
    const char *answer = ask(CANJU_QUESTION_PROVE, position, strlen(position), &length);
    char *proof = malloc(length);
    memcpy(proof, answer, length);
    size_t checked_length;
    const char *checked = ask(CANJU_QUESTION_VERIFY, proof, length, &checked_length);
    printf("certificate: %.*s\n", (int)checked_length, checked);
    free(proof);

    /* Two packs: it would take minutes. */
    show("limit", CANJU_QUESTION_SOLVE,
         "{\"hands\":[\"33334455666788999TTTTJJJQQQQQKAAAAAA2222222X\",\"33344444555566677788899999TJJJQQKKKKKKAA2XDD\"],"
         "\"packs\":2,\"node_limit\":1000}");
    uint64_t told = 0;
    pthread_t other;
    canju_on_progress(canju, tell, &told);
    pthread_create(&other, NULL, cancel_soon, NULL);
    show("cancelled", CANJU_QUESTION_SOLVE,
         "{\"hands\":[\"33334455666788999TTTTJJJQQQQQKAAAAAA2222222X\",\"33344444555566677788899999TJJJQQKKKKKKAA2XDD\"],"
         "\"packs\":2}");
    pthread_join(other, NULL);
    printf("progress: %s\n", told > 0 ? "told" : "not told");

    /* What is wrong is said, with its place. */
    const char *wrong = "{\"hands\":[\"K5\",\"4?\"]}";
    const uint8_t *refusal;
    canju_code code = canju_ask(canju, CANJU_QUESTION_SOLVE, (const uint8_t *)wrong, strlen(wrong), &refusal, &length);
    printf("refused: %d %.*s\n", code == CANJU_CODE_REFUSED, (int)length, (const char *)refusal);
    int freed = canju_free(canju) == CANJU_CODE_OK;
    printf("freed: %d, again: %d\n", freed, canju_free(canju) == CANJU_CODE_OK);
    return 0;
}
