import UsherCore

/// The maps of one file, of which each is a hall of its own, and which of them are wanted.
struct LayoutMaps {
    /// One sentence a map: flight, cabin, seats.
    var titles: [String]
    var options: ImportOptions

    /// Indexes of the maps that are wanted. A file with several and no word about them is refused with their list.
    func chosen() throws(ImportError) -> [Int] {
        guard titles.count <= Limits.maps else {
            throw ImportError("the file holds \(titles.count) maps; at most \(Limits.maps) are read")
        }
        guard let map = options.map else {
            if titles.count == 1 || options.takesAllMaps { return Array(titles.indices) }
            throw ImportError(
                "the file holds \(titles.count) maps: say --map N for one of them, or --map all for a hall each",
                faults: list)
        }
        if map == "all" { return Array(titles.indices) }
        guard let number = Int(map), titles.indices.contains(number - 1) else {
            throw ImportError(
                "there is no map \(map) in the file: say --map 1 to \(titles.count), or all", faults: list)
        }
        return [number - 1]
    }

    /// What a document holds: one thing, a list of them, or an API's answer with either.
    static func items(of document: LayoutValue) -> [(map: LayoutValue, path: String)] {
        let root = document["data"] != .null ? document["data"] : document
        let path = document["data"] != .null ? "data" : ""
        return root.list.map { $0.enumerated().map { ($1, "\(path)[\($0)]") } } ?? [(root, path)]
    }

    /// What stands among the maps and is none would be lost in silence. Nothing is lost of a map with an empty list.
    static func refuseOthers(
        in document: LayoutValue, than maps: [String], _ key: String
    ) throws(ImportError) {
        var faults = FaultList()
        for (item, path) in items(of: document) where !maps.contains(path) && item[key].list?.isEmpty != true {
            faults.add(path, "is no seat map: it has no \(key) with seats")
        }
        guard faults.isEmpty else { throw ImportError("not all of the file's maps can be read", faults: faults.all) }
    }

    private var list: [FieldFault] {
        titles.enumerated().map { FieldFault("map \($0 + 1)", $1) }
    }

    /// The options for one map: with several, halls are numbered as the maps are.
    func options(_ index: Int, of count: Int) -> ImportOptions {
        var options = options
        if count > 1 { options.hallID = "\(options.hallID.prefix(60))-\(index + 1)" }
        return options
    }
}
