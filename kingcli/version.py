"""The version of king, on its own so that every room can read it."""

VERSION = "0.1.0"
