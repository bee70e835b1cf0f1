// SQLite as this example uses it. SQLITE_TRANSIENT is a macro that Swift does not import.
#include <sqlite3.h>

static inline int partner_bind_text(sqlite3_stmt *statement, int place, const char *text, int bytes) {
    return sqlite3_bind_text(statement, place, text, bytes, SQLITE_TRANSIENT);
}
