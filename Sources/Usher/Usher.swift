@_exported public import UsherCore
