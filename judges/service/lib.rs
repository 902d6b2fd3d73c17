//! tool-service against the real packages of others: see `run`.
