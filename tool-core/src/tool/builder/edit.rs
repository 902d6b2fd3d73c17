//! Edits of a definition: its names, texts and schema, and keys that the model does not decide on.

use serde_json::Value;

use super::DefinitionBuilder;
use crate::schema::OrderedMapExt as _;
use crate::tool::Definition;
use crate::tool::aside::IN_PLACE;

impl DefinitionBuilder {
    /// Sets the name that the model uses.
    pub fn name(mut self, name: impl Into<String>) -> Self {
        self.name = name.into();
        self
    }

    /// Adds a text before the name, so that tools of two servers have different names.
    ///
    /// ```
    /// use tool_core::{Definition, Definitions, json};
    ///
    /// let read = Definition::new("read", "Reads a file.", json!({"type": "object"}))?;
    /// let remote = read.edit().prefix("github__").build()?;
    /// let tools = Definitions::new([read, remote])?;
    /// assert_eq!(tools.parse("github__read", "{}")?.definition.name(), "github__read");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn prefix(mut self, prefix: &str) -> Self {
        self.name.insert_str(0, prefix);
        self
    }

    /// Sets the description for the model.
    pub fn description(mut self, description: impl Into<String>) -> Self {
        self.description = description.into();
        self
    }

    /// Changes the schema: texts, members of enums, bounds, or properties. The aliases and functions
    /// of a derived type stay with their properties. [`build`](Self::build) fails if one of them
    /// has no place in the new schema.
    ///
    /// ```
    /// use tool_core::{Tool, json};
    ///
    /// /// Ask a model.
    /// #[derive(Debug, Tool)]
    /// struct Ask {
    ///     #[serde(alias = "engine")]
    ///     model: String,
    /// }
    ///
    /// let installed = ["small", "large"];
    /// let edit = Ask::definition().edit();
    /// let ask = edit
    ///     .edit_schema(|schema| schema["properties"]["model"]["enum"] = json!(installed))
    ///     .build()?;
    /// let call = ask.reader().read::<Ask>(r#"{"engine": "LARGE"}"#).unwrap();
    /// assert_eq!(call.value.model, "large");
    /// assert!(ask.parse(r#"{"model": "medium"}"#).is_err());
    /// # Ok::<(), tool_core::SchemaError>(())
    /// ```
    pub fn edit_schema(mut self, edit: impl FnOnce(&mut Value)) -> Self {
        edit(&mut self.schema);
        self
    }

    /// Gives a property of the arguments a value, and hides the property from the model: no
    /// schema, export, error or event contains it. The value that is read has it.
    ///
    /// A value that a model sends for the property is an undeclared key: an issue in a closed
    /// object, and ignored in any other one. [`build`](Self::build) fails if the property is
    /// absent, if the value does not fit its schema, or if another keyword depends on it.
    ///
    /// ```
    /// use tool_core::Tool;
    ///
    /// /// Search the web.
    /// #[derive(Debug, Tool)]
    /// struct Search {
    ///     query: String,
    ///     api_key: String,
    /// }
    ///
    /// let search = Search::definition().edit().hide("api_key", "sk-1").build()?;
    /// assert!(search.schema()["properties"].get("api_key").is_none());
    /// let call = search.reader().read::<Search>(r#"{"query": "rust"}"#).unwrap();
    /// assert_eq!(call.value.api_key, "sk-1");
    /// # Ok::<(), tool_core::SchemaError>(())
    /// ```
    pub fn hide(mut self, property: impl Into<String>, value: impl Into<Value>) -> Self {
        self.aside.preset(property.into(), value.into());
        self
    }

    /// Declares a key that a host or client adds to the arguments, such as `_meta`. The reader
    /// moves it to [`Reading::host`](crate::Reading::host) before it checks the arguments. The
    /// schema does not show the key.
    ///
    /// ```
    /// use tool_core::Tool;
    ///
    /// /// Wait a while.
    /// #[derive(Debug, Tool)]
    /// struct Wait {
    ///     seconds: u32,
    /// }
    ///
    /// let wait = Wait::definition().edit().host_key("_meta").build()?;
    /// let call = wait.reader().read::<Wait>(r#"{"seconds": 5, "_meta": {"id": 1}}"#).unwrap();
    /// assert_eq!(call.host["_meta"]["id"], 1);
    /// # Ok::<(), tool_core::SchemaError>(())
    /// ```
    pub fn host_key(mut self, key: impl Into<String>) -> Self {
        self.aside.add_host_key(key.into(), None);
        self
    }

    /// Declares a [key for the host](Self::host_key) that the model sees, with its schema. The
    /// reader does not check its value.
    ///
    /// ```
    /// use tool_core::{Definition, json};
    ///
    /// let schema = json!({"type": "object", "properties": {"path": {"type": "string"}}});
    /// let read = Definition::builder("read", "Reads a file.", schema)
    ///     .shown_host_key("intent", json!({"type": "string", "description": "Why you call."}))
    ///     .build()?;
    /// assert!(read.schema()["properties"].get("intent").is_some());
    /// # Ok::<(), tool_core::SchemaError>(())
    /// ```
    pub fn shown_host_key(mut self, key: impl Into<String>, schema: Value) -> Self {
        self.aside.add_host_key(key.into(), Some(schema));
        self
    }

    /// Rejects undeclared keys of the arguments. Default: as the schema says, and without a word
    /// about them they are in [`Reading::ignored`](crate::Reading::ignored).
    ///
    /// ```
    /// use tool_core::{Definition, json};
    ///
    /// let schema = json!({"type": "object", "properties": {"path": {"type": "string"}}});
    /// let read = Definition::builder("read", "Reads a file.", schema);
    /// let call = r#"{"path": "/a", "lines": 3}"#;
    /// assert!(read.clone().build()?.parse(call).is_ok());
    /// assert!(read.reject_undeclared().build()?.parse(call).is_err());
    /// # Ok::<(), tool_core::SchemaError>(())
    /// ```
    pub fn reject_undeclared(self) -> Self {
        self.edit_schema(|schema| {
            let Some(root) = schema.as_object_mut() else {
                return;
            };
            let has_forms = IN_PLACE.iter().any(|keyword| root.contains_key(*keyword));
            let (keyword, other) = if has_forms {
                ("unevaluatedProperties", "additionalProperties")
            } else {
                ("additionalProperties", "unevaluatedProperties")
            };
            let says = |keyword| root.get(keyword).is_some_and(|says| *says != true);
            if !says(keyword) && !says(other) {
                root.remove_key(other);
                root.insert(keyword.to_owned(), false.into());
            }
        })
    }

    /// Accepts undeclared keys of the arguments, also if the schema rejects them.
    /// [`Reading::ignored`](crate::Reading::ignored) lists them.
    ///
    /// ```
    /// use tool_core::Tool;
    ///
    /// /// Wait a while.
    /// #[derive(Debug, Tool)]
    /// struct Wait {
    ///     seconds: u32,
    /// }
    ///
    /// let wait = Wait::definition().edit().ignore_undeclared().build()?;
    /// let call = wait.reader().read::<Wait>(r#"{"seconds": 5, "unit": "s"}"#).unwrap();
    /// assert_eq!(call.ignored[0].path.to_string(), "unit");
    /// # Ok::<(), tool_core::SchemaError>(())
    /// ```
    pub fn ignore_undeclared(self) -> Self {
        self.edit_schema(|schema| {
            for keyword in ["additionalProperties", "unevaluatedProperties"] {
                let root = schema.as_object_mut();
                if let Some(root) = root.filter(|root| root.get(keyword) == Some(&false.into())) {
                    root.remove_key(keyword);
                }
            }
        })
    }
}

impl Definition {
    /// Creates a builder for another form of this definition, with other names, texts, or keys. It
    /// keeps all else that the definition has: aliases, functions, checks, leniency and edits.
    ///
    /// ```
    /// use tool_core::Tool;
    ///
    /// /// Wait a while.
    /// #[derive(Debug, Tool)]
    /// struct Wait {
    ///     #[serde(alias = "duration")]
    ///     seconds: u32,
    /// }
    ///
    /// let pause = Wait::definition().edit().name("pause").description("Pause.").build()?;
    /// assert_eq!((pause.name(), pause.description()), ("pause", "Pause."));
    /// let call = pause.reader().read::<Wait>(r#"{"duration": 5}"#).unwrap();
    /// assert_eq!(call.value.seconds, 5);
    /// # Ok::<(), tool_core::SchemaError>(())
    /// ```
    pub fn edit(&self) -> DefinitionBuilder {
        DefinitionBuilder {
            source: self.source().clone(),
            aside: self.aside().clone(),
            title: self.title().map(str::to_owned),
            annotations: self.annotations(),
            examples: self.examples().iter().map(Value::to_string).collect(),
            output_schema: self.output_schema().cloned(),
            schema_repairs: self.schema_repairs().to_vec(),
            is_for_host: self.is_for_host(),
            ..Self::builder(
                self.name(),
                self.description(),
                self.unedited_schema().clone(),
            )
        }
    }
}
