// GNU libmicrohttpd in functions that Swift can call. The library is loaded when a server is started:
// it needs ten others, which would cost every start of the program a millisecond.
#ifndef REPRISE_CMICROHTTPD_H
#define REPRISE_CMICROHTTPD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct rp_http_server rp_http_server;
// A connection with a request on it.
typedef struct rp_http_connection rp_http_connection;

// What the server calls, on its one thread.
typedef struct {
  void *context;
  // A client has connected. Returns the number of the connection.
  uint64_t (*connected)(void *context, int32_t socket);
  // A connection has ended. Its socket is closed afterwards.
  void (*disconnected)(void *context, uint64_t number);
  // A request, again for each part of its body, and when its connection has been resumed. `request` is
  // what the first call put there. Takes `count` bytes of the body, and returns whether to go on.
  bool (*handle)(void *context, rp_http_connection *connection, const char *method,
                 const char *path, const uint8_t *body, size_t count, void **request);
  // A request is over, whether it was answered or its client has gone.
  void (*end)(void *context, void *request);
} rp_http_callbacks;

// The next bytes of a stream: their number, 0 if the connection was suspended, or -1 behind the last.
typedef ptrdiff_t (*rp_http_read)(void *stream, rp_http_connection *connection, uint8_t *bytes,
                                  size_t capacity);

// Why there is no server, as the text for a person; NULL if the library could be loaded.
const char *rp_http_unavailable(void);

// A socket that listens on an address in digits; the number of the error, negative, if there is none.
int32_t rp_http_listen(const char *address, uint16_t port);
// The port of a socket.
uint16_t rp_http_port(int32_t socket);

// Starts a server on a socket, which it closes in the end; NULL if it cannot be started.
rp_http_server *rp_http_start(int32_t socket, uint32_t connections, uint32_t timeout_seconds,
                              rp_http_callbacks callbacks);
// Ends all connections, of which none may be suspended, and waits for the server's thread.
void rp_http_stop(rp_http_server *server);

// The headers of a request, or the arguments in its address, percent-decoded.
typedef enum { rp_http_headers, rp_http_arguments } rp_http_kind;
void rp_http_each(rp_http_connection *connection, rp_http_kind kind, void *context,
                  void (*take)(void *context, const char *name, size_t name_length,
                               const char *value, size_t value_length));

// Answers a request; `headers` are names and values in turn. Returns whether that was possible.
bool rp_http_answer(rp_http_connection *connection, uint32_t status, const uint8_t *body,
                    size_t count, const char *const *headers, size_t header_count);
// Answers a request by a stream.
bool rp_http_answer_stream(rp_http_connection *connection, rp_http_read read, void *stream,
                           const char *const *headers, size_t header_count);

// The number of a connection.
uint64_t rp_http_number(rp_http_connection *connection);

// Ends both directions of a socket, so that its connection ends; from any thread.
void rp_http_drop(int32_t socket);

// Leaves a connection alone until it is resumed, as only the callbacks may; from any thread.
void rp_http_suspend(rp_http_connection *connection);
void rp_http_resume(rp_http_connection *connection);

#endif
