//! The tests of `tool-service`, one file per subject.

mod approval;
mod authorization;
mod builtin;
mod events;
mod execution;
mod extensions;
mod growing;
mod hooks;
mod layers;
mod mcp;
mod native;
mod policy;
mod registry;
mod rest;
mod results;
mod spans;
mod words;
