// The same from C++17, with a class that frees the solver.
//
//     c++ -std=c++17 tour.cpp $(pkg-config --cflags --libs canju) -lpthread -o tour && ./tour

#include <canju.h>

#include <chrono>
#include <iostream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>

// A solver. Ask it from one thread at a time; cancel it from any.
class Canju {
  public:
    explicit Canju(uint32_t threads = 1, uint64_t memory = 0) {
        if (canju_new(threads, memory, &handle) != CANJU_CODE_OK) throw std::invalid_argument("canju_new");
    }
    ~Canju() { canju_free(handle); }
    Canju(const Canju &) = delete;
    Canju &operator=(const Canju &) = delete;

    // The answer: JSON, or the bytes of a certificate.
    std::string ask(canju_question question, std::string_view request) {
        const uint8_t *answer;
        size_t length;
        canju_code code = canju_ask(handle, question, reinterpret_cast<const uint8_t *>(request.data()), request.size(), &answer, &length);
        if (code != CANJU_CODE_OK) {
            canju_message(handle, &answer, &length);
            throw std::invalid_argument("code " + std::to_string(code) + ": " + text(answer, length));
        }
        return text(answer, length);
    }

    void cancel() { canju_cancel(handle); }
    void on_progress(void (*told)(void *, uint64_t, uint64_t), void *data) { canju_on_progress(handle, told, data); }

  private:
    static std::string text(const uint8_t *place, size_t length) { return {reinterpret_cast<const char *>(place), length}; }
    canju_handle handle = 0;
};

int main() {
    if (canju_abi() != CANJU_ABI) return 1;
    const std::string position = R"({"hands":["346999Q2","34JAAD"]})";
    const std::string hard = R"({"hands":["33334455666788999TTTTJJJQQQQQKAAAAAA2222222X","33344444555566677788899999TJJJQQKKKKKKAA2XDD"],"packs":2)";
    Canju canju;
    std::cout << "solve: " << canju.ask(CANJU_QUESTION_SOLVE, position) << '\n';
    std::cout << "moves: " << canju.ask(CANJU_QUESTION_MOVES, position) << '\n';
    const std::string proof = canju.ask(CANJU_QUESTION_PROVE, position);
    std::cout << "certificate: " << canju.ask(CANJU_QUESTION_VERIFY, proof) << '\n';
    std::cout << "limit: " << canju.ask(CANJU_QUESTION_SOLVE, hard + R"(,"node_limit":1000})") << '\n';
    uint64_t last = 0;
    canju.on_progress([](void *data, uint64_t, uint64_t nodes) { *static_cast<uint64_t *>(data) = nodes; }, &last);
    std::thread other([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(300));
        canju.cancel();
    });
    std::cout << "cancelled: " << canju.ask(CANJU_QUESTION_SOLVE, hard + "}") << '\n';
    other.join();
    std::cout << "progress: " << (last > 0 ? "told" : "not told") << '\n';
    try {
        canju.ask(CANJU_QUESTION_SOLVE, R"({"hands":["K5","4?"]})");
    } catch (const std::invalid_argument &refusal) {
        std::cout << "refused: " << refusal.what() << '\n';
    }
}
