import Glibc
import Testing

@testable import UsherCommand

@Suite struct BenchOutputTests {
    @Test("a record is one JSON object with its fields in the order in which they were set")
    func record() {
        var inner = BenchRecord("process")
        inner.set("threads", 3)
        var record = BenchRecord("idle-map")
        record.set("told", true)
        record.set("right_ms", 12.345)
        record.set("never", Double?.none)
        record.set("endless", Double.infinity)
        record.set("text", "a \"b\"\\\n")
        record.set("process", inner)
        #expect(
            record.line
                == #"{"bench":"idle-map","told":true,"right_ms":12.35,"never":null,"endless":null,"text":"a \"b\"\\\u000a","#
                + #""process":{"threads":3}}"#)
    }

    @Test(
        "the median is the middle one, or between the two middle ones",
        arguments: [([], nil), ([4], 4), ([9, 1, 5], 5), ([1, 2, 10, 3], 2.5)] as [([Double], Double?)])
    func median(_ values: [Double], _ middle: Double?) {
        #expect(Median.of(values) == middle)
    }

    @Test("the kernel's status files are read by whole names")
    func status() {
        let text = "Name:\tusher\nVmRSS:\t  1234 kB\nnonvoluntary_ctxt_switches:\t9\nvoluntary_ctxt_switches:\t7\n"
        #expect(ProcessCounters.field("VmRSS", of: text) == 1_234)
        #expect(ProcessCounters.field("voluntary_ctxt_switches", of: text) == 7)
        #expect(ProcessCounters.field("Vm", of: text) == nil)
    }

    @Test("processor time is read behind a program's name, whatever the name is")
    func ticks() {
        let text = "7 (a) b (c)) S 1 7 7 0 -1 4194560 100 0 0 0 23 19 5 6 20 0 3 0 100 1000 10\n"
        #expect(ProcessCounters.ticks(text) == 42)
        #expect(ProcessCounters.ticks("7 (short) S 1 2") == nil)
        #expect(ProcessCounters.ticks("") == nil)
    }

    @Test("a process sees its own threads, descriptors and memory; one that is gone has none")
    func counters() throws {
        let before = try #require(ProcessCounters.own)
        #expect(before.residentBytes > 1 << 20 && before.threads >= 1 && before.descriptors >= 3)
        let descriptor = dup(0)
        let after = try #require(ProcessCounters.own)
        close(descriptor)
        #expect(after.descriptors == before.descriptors + 1)
        #expect(ProcessCounters(process: Int32.max) == nil)
    }

    @Test("all kinds of cuts are made in all lengths, and those that nobody is told of")
    func cases() {
        let cases = ReconnectCase.all([.stall, .swallow], [1, 5], untold: [.reset])
        #expect(cases.count == 6)
        #expect(cases.filter { !$0.isTold }.map(\.kind) == [.reset, .reset])
        #expect(cases.map(\.seconds) == [1, 1, 1, 5, 5, 5])
    }

    @Test("what the measured process says about its memory is read back, and nothing else is")
    func memory() {
        let memory = IdleMapSubject.Memory(client: 1, hall: -2, map: 3)
        #expect(IdleMapSubject.Memory(memory.text) == memory)
        #expect(IdleMapSubject.Memory("1 2") == nil && IdleMapSubject.Memory("error: 1 2 x") == nil)
    }

    @Test("what a benchmark cannot take is wrong usage")
    func usage() async {
        let recorder = RecordingConsole()
        for line in [
            ["bench", "reconnect", "--cuts", "0"], ["bench", "reconnect", "--kinds", "fire"],
            ["bench", "follow", "s"], ["bench", "idle-map", "--subject", "s"], ["bench"], ["relay", "--rtt", "-1"],
        ] {
            #expect(await UsherCommand.run(line, recorder.console) == 2, "\(line)")
        }
    }
}
