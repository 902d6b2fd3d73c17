//! The tests of `tool-service`, one file per subject.

mod approval;
mod authorization;
mod authorization_laws;
mod builtins;
mod events;
mod execution;
mod extensions;
mod functions;
mod growing;
mod hooks;
mod host;
mod ignored;
mod layers;
mod mcp;
mod middleware;
mod native;
mod policy;
mod progress;
mod registry;
mod rest;
mod results;
mod retry_budget;
mod spans;
mod words;
