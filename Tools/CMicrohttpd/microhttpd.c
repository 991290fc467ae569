// The server: GNU libmicrohttpd, loaded at its first use.
#define _GNU_SOURCE 1
#include "CMicrohttpd.h"

#include <arpa/inet.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

int32_t rp_http_listen(const char *address, uint16_t port) {
  struct sockaddr_in v4 = {.sin_family = AF_INET, .sin_port = htons(port)};
  struct sockaddr_in6 v6 = {.sin6_family = AF_INET6, .sin6_port = htons(port)};
  bool is_v4 = inet_pton(AF_INET, address, &v4.sin_addr) == 1;
  if (!is_v4 && inet_pton(AF_INET6, address, &v6.sin6_addr) != 1) return -EINVAL;
  int file = socket(is_v4 ? AF_INET : AF_INET6, SOCK_STREAM, 0);
  if (file < 0) return -errno;
  // Processes that are started meanwhile must not keep the port.
  fcntl(file, F_SETFD, FD_CLOEXEC);
  int on = 1;
  // Connections of a server that has just ended do not keep the port either.
  setsockopt(file, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  int bound = is_v4 ? bind(file, (struct sockaddr *)&v4, sizeof v4)
                    : bind(file, (struct sockaddr *)&v6, sizeof v6);
  if (bound != 0 || listen(file, 64) != 0) {
    int error = errno;
    close(file);
    return -error;
  }
  return file;
}

uint16_t rp_http_port(int32_t socket) {
  struct sockaddr_storage name;
  socklen_t length = sizeof name;
  if (getsockname(socket, (struct sockaddr *)&name, &length) != 0) return 0;
  return name.ss_family == AF_INET ? ntohs(((struct sockaddr_in *)&name)->sin_port)
                                   : ntohs(((struct sockaddr_in6 *)&name)->sin6_port);
}

void rp_http_drop(int32_t socket) { shutdown(socket, SHUT_RDWR); }

#if __has_include(<microhttpd.h>)
#include <microhttpd.h>

static struct {
  __typeof__(&MHD_start_daemon) start_daemon;
  __typeof__(&MHD_stop_daemon) stop_daemon;
  __typeof__(&MHD_get_connection_info) get_connection_info;
  __typeof__(&MHD_get_connection_values_n) get_connection_values_n;
  __typeof__(&MHD_create_response_from_buffer) create_response_from_buffer;
  __typeof__(&MHD_create_response_from_callback) create_response_from_callback;
  __typeof__(&MHD_add_response_header) add_response_header;
  __typeof__(&MHD_queue_response) queue_response;
  __typeof__(&MHD_destroy_response) destroy_response;
  __typeof__(&MHD_suspend_connection) suspend_connection;
  __typeof__(&MHD_resume_connection) resume_connection;
} mhd;
static const char *unavailable;

static void load(void) {
  static const char *const names[] = {"libmicrohttpd.so.12", "libmicrohttpd.so",
                                      "libmicrohttpd.12.dylib", "libmicrohttpd.dylib",
                                      "/opt/homebrew/lib/libmicrohttpd.dylib"};
  void *library = NULL;
  for (size_t i = 0; library == NULL && i < sizeof names / sizeof names[0]; i++) {
    library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
  }
  if (library == NULL) {
    unavailable = "GNU libmicrohttpd is not installed; install it (Debian: apt-get install "
                  "libmicrohttpd12, Homebrew: brew install libmicrohttpd)";
    return;
  }
#define LOAD(name)                                                            \
  mhd.name = (__typeof__(mhd.name))dlsym(library, "MHD_" #name);              \
  if (mhd.name == NULL) unavailable = "GNU libmicrohttpd has no MHD_" #name   \
                                      "; install version 0.9.71 or later"
  LOAD(start_daemon);
  LOAD(stop_daemon);
  LOAD(get_connection_info);
  LOAD(get_connection_values_n);
  LOAD(create_response_from_buffer);
  LOAD(create_response_from_callback);
  LOAD(add_response_header);
  LOAD(queue_response);
  LOAD(destroy_response);
  LOAD(suspend_connection);
  LOAD(resume_connection);
#undef LOAD
}

const char *rp_http_unavailable(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return unavailable;
}

struct rp_http_server {
  struct MHD_Daemon *daemon;
  rp_http_callbacks callbacks;
};

static struct MHD_Connection *unwrapped(rp_http_connection *connection) {
  return (struct MHD_Connection *)connection;
}

static enum MHD_Result handle(void *context, struct MHD_Connection *connection, const char *path,
                              const char *method, const char *version, const char *body,
                              size_t *count, void **request) {
  (void)version;
  rp_http_server *server = context;
  size_t length = *count;
  *count = 0;
  bool goes_on = server->callbacks.handle(server->callbacks.context,
                                          (rp_http_connection *)connection, method, path,
                                          (const uint8_t *)body, length, request);
  return goes_on ? MHD_YES : MHD_NO;
}

static void end(void *context, struct MHD_Connection *connection, void **request,
                enum MHD_RequestTerminationCode reason) {
  (void)connection;
  (void)reason;
  rp_http_server *server = context;
  if (*request != NULL) server->callbacks.end(server->callbacks.context, *request);
  *request = NULL;
}

static void note(void *context, struct MHD_Connection *connection, void **socket_context,
                 enum MHD_ConnectionNotificationCode code) {
  rp_http_server *server = context;
  const rp_http_callbacks *callbacks = &server->callbacks;
  if (code == MHD_CONNECTION_NOTIFY_STARTED) {
    const union MHD_ConnectionInfo *info =
        mhd.get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    if (info != NULL) {
      uint64_t number = callbacks->connected(callbacks->context, info->connect_fd);
      *socket_context = (void *)(uintptr_t)number;
    }
  } else if (*socket_context != NULL) {
    callbacks->disconnected(callbacks->context, (uintptr_t)*socket_context);
  }
}

rp_http_server *rp_http_start(int32_t socket, uint32_t connections, uint32_t timeout_seconds,
                              rp_http_callbacks callbacks) {
  if (rp_http_unavailable() != NULL) return NULL;
  rp_http_server *server = calloc(1, sizeof *server);
  if (server == NULL) return NULL;
  server->callbacks = callbacks;
  server->daemon = mhd.start_daemon(
      MHD_USE_AUTO_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, handle, server,
      MHD_OPTION_LISTEN_SOCKET, (MHD_socket)socket,                   //
      MHD_OPTION_CONNECTION_LIMIT, (unsigned int)connections,         //
      MHD_OPTION_CONNECTION_TIMEOUT, (unsigned int)timeout_seconds,   //
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)128 << 10,          //
      MHD_OPTION_STRICT_FOR_CLIENT, 1,                                //
      MHD_OPTION_NOTIFY_COMPLETED, end, server,                       //
      MHD_OPTION_NOTIFY_CONNECTION, note, server,                     //
      MHD_OPTION_END);
  if (server->daemon == NULL) {
    free(server);
    return NULL;
  }
  return server;
}

void rp_http_stop(rp_http_server *server) {
  mhd.stop_daemon(server->daemon);
  free(server);
}

struct taker {
  void *context;
  void (*take)(void *, const char *, size_t, const char *, size_t);
};

static enum MHD_Result take(void *context, enum MHD_ValueKind kind, const char *name,
                            size_t name_length, const char *value, size_t value_length) {
  (void)kind;
  struct taker *taker = context;
  taker->take(taker->context, name, name_length, value ? value : "", value ? value_length : 0);
  return MHD_YES;
}

void rp_http_each(rp_http_connection *connection, rp_http_kind kind, void *context,
                  void (*visit)(void *, const char *, size_t, const char *, size_t)) {
  struct taker taker = {context, visit};
  mhd.get_connection_values_n(
      unwrapped(connection), kind == rp_http_headers ? MHD_HEADER_KIND : MHD_GET_ARGUMENT_KIND,
      take, &taker);
}

static bool queue(rp_http_connection *connection, uint32_t status, struct MHD_Response *response,
                  const char *const *headers, size_t header_count) {
  if (response == NULL) return false;
  for (size_t i = 0; i + 1 < header_count; i += 2) {
    mhd.add_response_header(response, headers[i], headers[i + 1]);
  }
  enum MHD_Result result = mhd.queue_response(unwrapped(connection), status, response);
  mhd.destroy_response(response);
  return result == MHD_YES;
}

bool rp_http_answer(rp_http_connection *connection, uint32_t status, const uint8_t *body,
                    size_t count, const char *const *headers, size_t header_count) {
  return queue(
      connection, status,
      mhd.create_response_from_buffer(count, (void *)body, MHD_RESPMEM_MUST_COPY), headers,
      header_count);
}

struct reader {
  rp_http_connection *connection;
  rp_http_read read;
  void *stream;
};

static ssize_t read_stream(void *context, uint64_t position, char *bytes, size_t capacity) {
  (void)position;
  struct reader *reader = context;
  ptrdiff_t count = reader->read(reader->stream, reader->connection, (uint8_t *)bytes, capacity);
  return count < 0 ? MHD_CONTENT_READER_END_OF_STREAM : (ssize_t)count;
}

bool rp_http_answer_stream(rp_http_connection *connection, rp_http_read read, void *stream,
                           const char *const *headers, size_t header_count) {
  struct reader *reader = malloc(sizeof *reader);
  if (reader == NULL) return false;
  *reader = (struct reader){connection, read, stream};
  struct MHD_Response *response = mhd.create_response_from_callback(
      MHD_SIZE_UNKNOWN, 16 << 10, read_stream, reader, free);
  if (response == NULL) free(reader);
  return queue(connection, MHD_HTTP_OK, response, headers, header_count);
}

uint64_t rp_http_number(rp_http_connection *connection) {
  const union MHD_ConnectionInfo *info =
      mhd.get_connection_info(unwrapped(connection), MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  return info == NULL ? 0 : (uintptr_t)info->socket_context;
}

void rp_http_suspend(rp_http_connection *connection) {
  mhd.suspend_connection(unwrapped(connection));
}

void rp_http_resume(rp_http_connection *connection) {
  mhd.resume_connection(unwrapped(connection));
}

#else

const char *rp_http_unavailable(void) {
  return "this program was built without GNU libmicrohttpd; install it with its headers "
         "(Debian: apt-get install libmicrohttpd-dev, Homebrew: brew install libmicrohttpd), "
         "and build again";
}

rp_http_server *rp_http_start(int32_t socket, uint32_t connections, uint32_t timeout_seconds,
                              rp_http_callbacks callbacks) {
  (void)socket, (void)connections, (void)timeout_seconds, (void)callbacks;
  return NULL;
}

void rp_http_stop(rp_http_server *server) { (void)server; }

void rp_http_each(rp_http_connection *connection, rp_http_kind kind, void *context,
                  void (*visit)(void *, const char *, size_t, const char *, size_t)) {
  (void)connection, (void)kind, (void)context, (void)visit;
}

bool rp_http_answer(rp_http_connection *connection, uint32_t status, const uint8_t *body,
                    size_t count, const char *const *headers, size_t header_count) {
  (void)connection, (void)status, (void)body, (void)count, (void)headers, (void)header_count;
  return false;
}

bool rp_http_answer_stream(rp_http_connection *connection, rp_http_read read, void *stream,
                           const char *const *headers, size_t header_count) {
  (void)connection, (void)read, (void)stream, (void)headers, (void)header_count;
  return false;
}

uint64_t rp_http_number(rp_http_connection *connection) {
  (void)connection;
  return 0;
}

void rp_http_suspend(rp_http_connection *connection) { (void)connection; }
void rp_http_resume(rp_http_connection *connection) { (void)connection; }

#endif
