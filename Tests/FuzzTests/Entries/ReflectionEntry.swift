import UsherCore
import UsherWire

/// Reflection's request, and all that is looked up for it.
enum ReflectionEntry {
    static func run(_ input: [UInt8]) throws {
        var faults: [FieldFault] = []
        guard let request = try? ReflectionRequest(decoding: input, faults: &faults), faults.isEmpty else { return }
        let catalogue = DescriptorCatalogue.builtIn
        let answer: ReflectionResponse.Answer
        switch request.query {
        case .fileByFilename(let file):
            answer = catalogue.files(named: file).map { .files($0) } ?? .error(code: 5, message: file)
        case .fileContainingSymbol(let symbol):
            answer = catalogue.files(containing: symbol).map { .files($0) } ?? .error(code: 5, message: symbol)
        case .fileContainingExtension(let type, let number):
            answer = .error(code: 5, message: "\(type) \(number) \(catalogue.hasMessage(type))")
        case .allExtensionNumbersOfType(let type): answer = .extensionNumbers(type: type, [])
        case .listServices: answer = .services(catalogue.services.map(\.name))
        case .none: answer = .none
        }
        let response = ReflectionResponse(validHost: request.host, originalRequest: request, answer: answer)
        let back = try ReflectionResponse(decoding: response.encoded())
        try require(back == response, "the answer to \(request) changes on its way")
    }
}
