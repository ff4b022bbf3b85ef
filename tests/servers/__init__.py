"""Private servers for tests: on 127.0.0.1, in a temporary folder, ended with the run."""
