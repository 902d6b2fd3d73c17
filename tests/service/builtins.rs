//! The builtin tools as tools of a service.

mod errors;
mod registered;
