#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

// Macros of OpenSSL that Swift cannot import, as functions. Those that return `int` return 1 when they succeed.

static inline int usher_tls_set_minimum_version(SSL_CTX *context, int version) {
    return (int)SSL_CTX_set_min_proto_version(context, version);
}

/// No compression, no renegotiation, the server's order of ciphers.
static inline void usher_tls_set_safe_options(SSL_CTX *context) {
    SSL_CTX_set_options(
        context, SSL_OP_NO_COMPRESSION | SSL_OP_NO_RENEGOTIATION | SSL_OP_CIPHER_SERVER_PREFERENCE |
                     SSL_OP_PRIORITIZE_CHACHA);
}

static inline int usher_tls_set_mode(SSL_CTX *context, long mode) {
    return (SSL_CTX_set_mode(context, mode) & mode) == mode;
}

static inline void usher_tls_set_cache_mode(SSL_CTX *context, long mode) {
    SSL_CTX_set_session_cache_mode(context, mode);
}

static inline void usher_tls_set_session_seconds(SSL_CTX *context, long seconds) {
    SSL_CTX_set_timeout(context, seconds);
}

static inline void usher_tls_set_max_certificate_bytes(SSL_CTX *context, long bytes) {
    SSL_CTX_set_max_cert_list(context, bytes);
}

/// Adds a certificate that is sent after the leaf; the context takes a reference of its own.
static inline int usher_tls_add_chain(SSL_CTX *context, X509 *certificate) {
    return (int)SSL_CTX_add1_chain_cert(context, certificate);
}

/// What `usher_tls_set_ticket_keys` takes.
enum { USHER_TLS_TICKET_KEY_BYTES = 80 };

static inline int usher_tls_set_ticket_keys(SSL_CTX *context, uint8_t *keys) {
    return (int)SSL_CTX_set_tlsext_ticket_keys(context, keys, USHER_TLS_TICKET_KEY_BYTES);
}

static inline void usher_tls_on_server_name(SSL_CTX *context, int (*body)(SSL *, int *, void *), void *argument) {
    SSL_CTX_set_tlsext_servername_callback(context, body);
    SSL_CTX_set_tlsext_servername_arg(context, argument);
}

static inline int usher_tls_set_server_name(SSL *session, const char *name) {
    return (int)SSL_set_tlsext_host_name(session, name);
}


/// Forgets what the last read or write asked for.
static inline void usher_bio_clear_retry(BIO *bio) { BIO_clear_retry_flags(bio); }

/// Nothing to read now; ask again.
static inline void usher_bio_retry_read(BIO *bio) { BIO_set_retry_read(bio); }

/// Prints a distinguished name by RFC 2253; negative when it fails.
static inline int usher_print_name(BIO *out, const X509_NAME *name) {
    return X509_NAME_print_ex(out, name, 0, XN_FLAG_RFC2253);
}
