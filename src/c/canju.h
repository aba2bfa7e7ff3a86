/* canju: an exact solver for Dou Dizhu (斗地主) with all hands open. docs/embedding.md tells how to use it.
 * cbindgen writes this file from src/c/lib.rs. */

#ifndef CANJU_H
#define CANJU_H

#include <stddef.h>
#include <stdint.h>

// The version of this interface. It grows when something is added, and a library of another major version has another name.
#define CANJU_ABI 1

// What became of a call.
typedef enum {
  // It was answered.
  CANJU_CODE_OK = 0,
  // The request is wrong, or a limit ended it where half an answer is none. The answer is a JSON object that says why.
  CANJU_CODE_REFUSED = 1,
  // There is no such handle, or it was freed.
  CANJU_CODE_BAD_HANDLE = 2,
  // A pointer is null, a length is impossible, or a question or an option is unknown.
  CANJU_CODE_BAD_ARGUMENT = 3,
  // The handle is answering another request.
  CANJU_CODE_BUSY = 4,
  // A fault of the library. The handle goes on with a new solver.
  CANJU_CODE_FAULT = 5,
} canju_code;

// What is asked.
typedef enum {
  // Who wins: `canju.result/1`.
  CANJU_QUESTION_SOLVE = 0,
  // Every legal move with its verdict: `canju.replies/1`.
  CANJU_QUESTION_MOVES = 1,
  // What each move of a game did: `canju.review/1`.
  CANJU_QUESTION_REVIEW = 2,
  // What to play if the other hands are hidden: `canju.advice/1`.
  CANJU_QUESTION_ADVISE = 3,
  // How hard a puzzle is: `canju.grade/1`.
  CANJU_QUESTION_GRADE = 4,
  // New puzzles: `canju.puzzles/1`.
  CANJU_QUESTION_GENERATE = 5,
  // The certificate of an answer: bytes, no JSON.
  CANJU_QUESTION_PROVE = 6,
  // Whether the request, a certificate, holds: `canju.checked/1`.
  CANJU_QUESTION_VERIFY = 7,
  // The whole deal of a seed: `canju.deal/1`.
  CANJU_QUESTION_DEAL = 8,
} canju_question;

// A solver that was opened; 0 is none.
typedef uint64_t canju_handle;

// Called ten times a second while a request is answered, from a thread of the library: the milliseconds since it began, and the nodes that
// its searches have visited.
typedef void (*canju_progress)(void *data, uint64_t milliseconds, uint64_t nodes);

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// The version of the interface: `CANJU_ABI` of the library that was loaded.
uint32_t canju_abi(void);

// The version of the program, as text that ends with 0. It is never freed.
const char *canju_version(void);

// Opens a solver with this many threads, 0 for one per core, and the most bytes that a search may take, 0 for 64 MiB.
//
// # Safety
// `handle` is null or may be written.
canju_code canju_new(uint32_t threads, uint64_t memory, canju_handle *handle);

// Frees a solver. One that is answering a request is busy, and stays.
canju_code canju_free(canju_handle handle);

// Asks a question. The request is UTF-8 JSON of `length` bytes, for `CANJU_QUESTION_VERIFY` a certificate. The answer stays where it is
// until the handle is asked again or freed; after another code than `CANJU_CODE_OK` and `CANJU_CODE_REFUSED` there is none.
//
// # Safety
// `request` points at `length` bytes, or is null with a length of 0. `answer` and `answer_length` are null or may be written.
canju_code canju_ask(canju_handle handle,
                     uint32_t question,
                     const uint8_t *request,
                     uintptr_t length,
                     const uint8_t **answer,
                     uintptr_t *answer_length);

// Ends the request that the handle is answering, from another thread: it is answered as far as it was decided. Without one nothing
// happens.
canju_code canju_cancel(canju_handle handle);

// From now on calls `progress` with `data` while a request is answered; with null no longer. It must not free the handle.
//
// # Safety
// `progress` may be called with `data` from another thread until it is replaced or the handle is freed.
canju_code canju_on_progress(canju_handle handle,
                             canju_progress progress,
                             void *data);

// A sentence about the last request of this handle that was refused or met a fault, in UTF-8. It stays where it is until the handle is
// asked again or freed. Empty if there is none.
//
// # Safety
// `text` and `length` are null or may be written.
canju_code canju_message(canju_handle handle,
                         const uint8_t **text,
                         uintptr_t *length);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* CANJU_H */
