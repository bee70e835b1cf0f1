#include <sqlite3.h>

/// `SQLITE_TRANSIENT` is a cast that Swift cannot import: SQLite copies the bound bytes.
static inline sqlite3_destructor_type usher_sqlite_transient(void) { return SQLITE_TRANSIENT; }
/// `SQLITE_STATIC`: the bound bytes outlive the step.
static inline sqlite3_destructor_type usher_sqlite_static(void) { return SQLITE_STATIC; }
