// GNU libmicrohttpd, as functions that Swift can call. The library is loaded when a server starts,
// because its ten dependencies would add a millisecond to every start of the program.
#ifndef REPRISE_CMICROHTTPD_H
#define REPRISE_CMICROHTTPD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct rp_http_server rp_http_server;
// A connection with a request on it.
typedef struct rp_http_connection rp_http_connection;

// The functions that the server calls, on its one thread.
typedef struct {
  void *context;
  // Called when a client has connected. Returns a number for the connection.
  uint64_t (*connected)(void *context, int32_t socket);
  // Called when a connection has ended, before its socket is closed.
  void (*disconnected)(void *context, uint64_t number);
  // Called for a request, for each part of its body, and when its connection was resumed. Takes
  // `count` bytes of the body. `request` is the value that the first call stored there. Returns
  // whether to continue with the request.
  bool (*handle)(void *context, rp_http_connection *connection, const char *method,
                 const char *path, const uint8_t *body, size_t count, void **request);
  // Called when a request has ended, because it was answered or because its client disconnected.
  void (*end)(void *context, void *request);
} rp_http_callbacks;

// Reads the next bytes of a stream. Returns their number, 0 if the connection was suspended, or -1
// at the end.
typedef ptrdiff_t (*rp_http_read)(void *stream, rp_http_connection *connection, uint8_t *bytes,
                                  size_t capacity);

// Returns the reason why no server can be started, as a message; NULL if the library is loaded.
const char *rp_http_unavailable(void);

// Returns a socket that listens on a numeric address, or the negated number of an error.
int32_t rp_http_listen(const char *address, uint16_t port);
// Returns the port of a socket.
uint16_t rp_http_port(int32_t socket);

// Starts a server on a socket, which the server closes when it ends. Returns NULL on failure.
rp_http_server *rp_http_start(int32_t socket, uint32_t connections, uint32_t timeout_seconds,
                              rp_http_callbacks callbacks);
// Ends all connections, and waits for the server's thread. No connection may be suspended.
void rp_http_stop(rp_http_server *server);

// The headers of a request, or the decoded arguments in its address.
typedef enum { rp_http_headers, rp_http_arguments } rp_http_kind;
void rp_http_each(rp_http_connection *connection, rp_http_kind kind, void *context,
                  void (*take)(void *context, const char *name, size_t name_length,
                               const char *value, size_t value_length));

// Answers a request. `headers` are alternating names and values. Returns whether it succeeded.
bool rp_http_answer(rp_http_connection *connection, uint32_t status, const uint8_t *body,
                    size_t count, const char *const *headers, size_t header_count);
// Answers a request with a stream.
bool rp_http_answer_stream(rp_http_connection *connection, rp_http_read read, void *stream,
                           const char *const *headers, size_t header_count);

// Returns the number of a connection.
uint64_t rp_http_number(rp_http_connection *connection);

// Shuts down a socket, which ends its connection. May be called from any thread.
void rp_http_drop(int32_t socket);

// Suspends a connection until it is resumed. Only the callbacks may suspend it; any thread may
// resume it.
void rp_http_suspend(rp_http_connection *connection);
void rp_http_resume(rp_http_connection *connection);

#endif
