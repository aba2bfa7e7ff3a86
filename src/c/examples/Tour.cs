// The same tour from C#, by P/Invoke, as Unity calls native plugins too.
//
//     mcs Tour.cs && LD_LIBRARY_PATH=... mono Tour.exe

using System;
using System.Runtime.InteropServices;
using System.Text;
using System.Threading;

static class Native {
    const string Library = "canju";

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    public delegate void Progress(IntPtr data, ulong milliseconds, ulong nodes);

    [DllImport(Library)] public static extern uint canju_abi();
    [DllImport(Library)] public static extern int canju_new(uint threads, ulong memory, out ulong handle);
    [DllImport(Library)] public static extern int canju_free(ulong handle);
    [DllImport(Library)] public static extern int canju_ask(
        ulong handle, uint question, byte[] request, UIntPtr length, out IntPtr answer, out UIntPtr answerLength);
    [DllImport(Library)] public static extern int canju_cancel(ulong handle);
    [DllImport(Library)] public static extern int canju_on_progress(ulong handle, Progress progress, IntPtr data);
    [DllImport(Library)] public static extern int canju_message(ulong handle, out IntPtr text, out UIntPtr length);
}

enum Question : uint { Solve, Moves, Review, Advise, Grade, Generate, Prove, Verify, Deal }

/// <summary>A solver. Ask it from one thread at a time; cancel it from any.</summary>
sealed class Canju : IDisposable {
    readonly ulong handle;
    // The library calls it, so it must not be collected.
    Native.Progress progress;

    public Canju(uint threads = 1, ulong memory = 0) {
        int code = Native.canju_new(threads, memory, out handle);
        if (code != 0) throw new InvalidOperationException("canju_new: code " + code);
    }

    public byte[] Ask(Question question, byte[] request) {
        int code = Native.canju_ask(handle, (uint)question, request, (UIntPtr)request.Length, out var answer, out var length);
        if (code != 0) {
            Native.canju_message(handle, out answer, out length);
            throw new InvalidOperationException("code " + code + ": " + Encoding.UTF8.GetString(Copy(answer, length)));
        }
        return Copy(answer, length);
    }

    public string Ask(Question question, string json) {
        return Encoding.UTF8.GetString(Ask(question, Encoding.UTF8.GetBytes(json)));
    }

    public void Cancel() { Native.canju_cancel(handle); }

    public void OnProgress(Action<ulong, ulong> told) {
        progress = (data, milliseconds, nodes) => told(milliseconds, nodes);
        Native.canju_on_progress(handle, progress, IntPtr.Zero);
    }

    public void Dispose() { Native.canju_free(handle); }

    static byte[] Copy(IntPtr place, UIntPtr length) {
        var bytes = new byte[(int)length];
        if (bytes.Length > 0) Marshal.Copy(place, bytes, 0, bytes.Length);
        return bytes;
    }
}

static class Tour {
    const string Position = "{\"hands\":[\"346999Q2\",\"34JAAD\"]}";
    const string Hard = "{\"hands\":[\"33334455666788999TTTTJJJQQQQQKAAAAAA2222222X\",\"33344444555566677788899999TJJJQQKKKKKKAA2XDD\"],\"packs\":2";

    static void Main() {
        if (Native.canju_abi() != 1) throw new InvalidOperationException("another ABI");
        using (var canju = new Canju()) {
            Console.WriteLine("solve: " + canju.Ask(Question.Solve, Position));
            Console.WriteLine("moves: " + canju.Ask(Question.Moves, Position));
            var proof = canju.Ask(Question.Prove, Encoding.UTF8.GetBytes(Position));
            Console.WriteLine("certificate: " + Encoding.UTF8.GetString(canju.Ask(Question.Verify, proof)));
            Console.WriteLine("limit: " + canju.Ask(Question.Solve, Hard + ",\"node_limit\":1000}"));
            ulong last = 0;
            canju.OnProgress((milliseconds, nodes) => last = nodes);
            using (new Timer(_ => canju.Cancel(), null, 300, Timeout.Infinite)) {
                Console.WriteLine("cancelled: " + canju.Ask(Question.Solve, Hard + "}"));
            }
            Console.WriteLine("progress: " + (last > 0 ? "told" : "not told"));
            try {
                canju.Ask(Question.Solve, "{\"hands\":[\"K5\",\"4?\"]}");
            } catch (InvalidOperationException refusal) {
                Console.WriteLine("refused: " + refusal.Message);
            }
        }
    }
}
