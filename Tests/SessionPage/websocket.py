"""A client for the WebSocket of a local program: text messages, without extensions."""

import base64
import os
import socket
import struct


class WebSocketError(Exception):
    """An error of the connection: it was refused, it ended, or a message is late."""


class WebSocket:
    def __init__(self, port, path, timeout):
        self.connection = socket.create_connection(("127.0.0.1", port), timeout)
        self.buffer = b""
        key = base64.b64encode(os.urandom(16)).decode()
        self.connection.sendall(
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: "
            "Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode())
        while b"\r\n\r\n" not in self.buffer:
            self.receive()
        head, _, self.buffer = self.buffer.partition(b"\r\n\r\n")
        if b" 101 " not in head.split(b"\r\n")[0]:
            raise WebSocketError(head.decode())

    def close(self):
        self.connection.close()

    def receive(self):
        try:
            data = self.connection.recv(1 << 20)
        except TimeoutError:
            raise WebSocketError("no message in time") from None
        if not data:
            raise WebSocketError("the connection ended")
        self.buffer += data

    def take(self, count):
        while len(self.buffer) < count:
            self.receive()
        data, self.buffer = self.buffer[:count], self.buffer[count:]
        return data

    def send(self, text, kind=1):
        data = text.encode()
        size = len(data)
        head = bytes([0x80 | kind])
        if size < 126:
            head += bytes([0x80 | size])
        elif size < 1 << 16:
            head += bytes([0x80 | 126]) + struct.pack(">H", size)
        else:
            head += bytes([0x80 | 127]) + struct.pack(">Q", size)
        # Not zero, which Firefox takes for a missing mask.
        mask = os.urandom(3) + b"\x01"
        self.connection.sendall(head + mask
                                + bytes(byte ^ mask[index % 4] for index, byte in enumerate(data)))

    def message(self):
        """Returns the next text message."""
        text = b""
        while True:
            first, second = self.take(2)
            size = second & 0x7F
            if size == 126:
                size, = struct.unpack(">H", self.take(2))
            elif size == 127:
                size, = struct.unpack(">Q", self.take(8))
            data = self.take(size)
            kind = first & 0xF
            if kind == 8:
                raise WebSocketError("the connection ended")
            if kind == 9:
                self.send(data.decode(), kind=10)
            elif kind in (0, 1):
                text += data
                if first & 0x80:
                    return text.decode()
