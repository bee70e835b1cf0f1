/// Makes ids (1 to 64 characters of `A-Z a-z 0-9 . _ : -`) out of names.
enum Slug {
    static func make(_ name: String, fallback: String) -> String {
        var slug = ""
        for character in name {
            if character.isASCII, character.isLetter || character.isNumber || "._:-".contains(character) {
                slug.append(character)
            } else if !slug.isEmpty, slug.last != "-" {
                slug.append("-")
            }
        }
        while slug.last == "-" { slug.removeLast() }
        return slug.isEmpty ? fallback : String(slug.prefix(64))
    }

    /// One id for each name, in order; names that come out alike are numbered.
    static func unique(_ names: [String], fallback: String) -> [String] {
        var used = Set<String>()
        return names.map { name in
            let stem = String(make(name, fallback: fallback).prefix(58))
            var slug = stem
            var ordinal = 1
            while !used.insert(slug).inserted {
                ordinal += 1
                slug = "\(stem)-\(ordinal)"
            }
            return slug
        }
    }
}
