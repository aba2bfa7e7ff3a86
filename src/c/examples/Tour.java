// The same tour from Java, by JNA.
//
//     javac -cp jna.jar Tour.java && java -cp jna.jar:. -Djna.library.path=... Tour

import com.sun.jna.Callback;
import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import com.sun.jna.ptr.LongByReference;
import com.sun.jna.ptr.PointerByReference;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;

public class Tour {
    /** canju.h. Lengths have the width of a pointer, 64 bits here. */
    interface CanjuLibrary extends Library {
        interface Progress extends Callback {
            void told(Pointer data, long milliseconds, long nodes);
        }

        int canju_abi();

        int canju_new(int threads, long memory, LongByReference handle);

        int canju_free(long handle);

        int canju_ask(long handle, int question, byte[] request, long length, PointerByReference answer, LongByReference answerLength);

        int canju_cancel(long handle);

        int canju_on_progress(long handle, Progress progress, Pointer data);

        int canju_message(long handle, PointerByReference text, LongByReference length);
    }

    enum Question { SOLVE, MOVES, REVIEW, ADVISE, GRADE, GENERATE, PROVE, VERIFY, DEAL }

    /** A solver. Ask it from one thread at a time; cancel it from any. */
    static final class Canju implements AutoCloseable {
        static final CanjuLibrary LIBRARY = Native.load("canju", CanjuLibrary.class);
        private final long handle;
        // The library calls it, so it must not be collected.
        private CanjuLibrary.Progress progress;

        Canju(int threads, long memory) {
            LongByReference made = new LongByReference();
            int code = LIBRARY.canju_new(threads, memory, made);
            if (code != 0) throw new IllegalArgumentException("canju_new: code " + code);
            handle = made.getValue();
        }

        byte[] ask(Question question, byte[] request) {
            PointerByReference answer = new PointerByReference();
            LongByReference length = new LongByReference();
            int code = LIBRARY.canju_ask(handle, question.ordinal(), request, request.length, answer, length);
            if (code != 0) {
                LIBRARY.canju_message(handle, answer, length);
                throw new IllegalArgumentException("code " + code + ": " + new String(copy(answer, length), StandardCharsets.UTF_8));
            }
            return copy(answer, length);
        }

        String ask(Question question, String json) {
            return new String(ask(question, json.getBytes(StandardCharsets.UTF_8)), StandardCharsets.UTF_8);
        }

        void cancel() {
            LIBRARY.canju_cancel(handle);
        }

        void onProgress(CanjuLibrary.Progress told) {
            progress = told;
            LIBRARY.canju_on_progress(handle, told, Pointer.NULL);
        }

        @Override
        public void close() {
            LIBRARY.canju_free(handle);
        }

        private static byte[] copy(PointerByReference place, LongByReference length) {
            int bytes = (int) length.getValue();
            return bytes == 0 ? new byte[0] : place.getValue().getByteArray(0, bytes);
        }
    }

    static final String POSITION = "{\"hands\":[\"346999Q2\",\"34JAAD\"]}";
    static final String HARD =
        "{\"hands\":[\"33334455666788999TTTTJJJQQQQQKAAAAAA2222222X\",\"33344444555566677788899999TJJJQQKKKKKKAA2XDD\"],\"packs\":2";

    public static void main(String[] arguments) {
        if (Canju.LIBRARY.canju_abi() != 1) throw new IllegalStateException("another ABI");
        try (Canju canju = new Canju(1, 0)) {
            System.out.println("solve: " + canju.ask(Question.SOLVE, POSITION));
            System.out.println("moves: " + canju.ask(Question.MOVES, POSITION));
            byte[] proof = canju.ask(Question.PROVE, POSITION.getBytes(StandardCharsets.UTF_8));
            System.out.println("certificate: " + new String(canju.ask(Question.VERIFY, proof), StandardCharsets.UTF_8));
            System.out.println("limit: " + canju.ask(Question.SOLVE, HARD + ",\"node_limit\":1000}"));
            AtomicLong last = new AtomicLong();
            canju.onProgress((data, milliseconds, nodes) -> last.set(nodes));
            Thread other = new Thread(() -> {
                try {
                    Thread.sleep(300);
                } catch (InterruptedException interrupted) {
                    return;
                }
                canju.cancel();
            });
            other.start();
            System.out.println("cancelled: " + canju.ask(Question.SOLVE, HARD + "}"));
            System.out.println("progress: " + (last.get() > 0 ? "told" : "not told"));
            try {
                canju.ask(Question.SOLVE, "{\"hands\":[\"K5\",\"4?\"]}");
            } catch (IllegalArgumentException refusal) {
                System.out.println("refused: " + refusal.getMessage());
            }
        }
    }
}
