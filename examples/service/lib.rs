//! Examples of `tool-service`, each runnable by name.
