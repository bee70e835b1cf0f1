/// Gathers field faults up to a limit, and counts what is beyond it.
public struct FaultList: Sendable {
    private var faults: [FieldFault] = []
    private var more = 0

    public init() {}

    public var isEmpty: Bool { faults.isEmpty }

    /// The faults in the order found; where there were too many, the last entry says how many more.
    public var all: [FieldFault] {
        guard more > 0 else { return faults }
        let rest = more == 1 ? "and 1 more fault that is not listed" : "and \(more) more faults that are not listed"
        return faults + [FieldFault(faults.last?.field ?? "", rest, count: more)]
    }

    /// The texts are built only while there is room for them.
    public mutating func add(_ field: @autoclosure () -> String, _ description: @autoclosure () -> String) {
        if faults.count < Limits.faultsListed - 1 {
            faults.append(FieldFault(field(), description()))
        } else {
            more += 1
        }
    }

    /// Adds a fault that may be none.
    public mutating func add(_ fault: FieldFault?) {
        guard let fault else { return }
        add(fault.field, fault.description)
    }

    /// Throws the refusal that lists the faults, if there are any.
    public func check() throws(Refusal) {
        if !faults.isEmpty { throw .fields(all) }
    }
}
