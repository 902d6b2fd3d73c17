//! The interface that the file of each API implements.

use serde_json::{Value, json};

use super::{
    Answered, BuiltinCall, Draft, Ending, Members, Node, TurnCall, TurnCalls, build_message,
};

/// An API: how its bodies and events are read, and how the next messages are written.
pub(crate) trait Wire: Sync {
    /// Reads the body of a whole answer.
    fn read_body(&self, body: Node<'_>, draft: &mut Draft);

    /// Reads an event of a stream.
    fn read_event(&self, event: Node<'_>, draft: &mut Draft);

    /// Returns whether an event of a stream has the form of this API.
    fn is_event(&self, event: Node<'_>) -> bool;

    /// Returns the members with output that an event of this type has. Another one shows that the
    /// type is wrong. `None` if the members alone say what an event is.
    fn members_of(&self, _event: Node<'_>) -> Option<&'static str> {
        None
    }

    /// Returns whether an event of a stream is the body of a whole answer, from a server that does
    /// not stream. An API whose events have the form of a body needs no such check.
    fn is_body(&self, _event: Node<'_>) -> bool {
        false
    }

    /// Returns the end of an answer from the API's word.
    fn read_reason(&self, reason: &str) -> Ending {
        Ending::from_word(reason)
    }

    /// Returns the members of a message, for an API whose answer is one message and not a list of
    /// items. It needs none of the next three methods.
    fn members(&self) -> Option<&'static Members> {
        None
    }

    /// Writes a call of the turn. `item` is the item that the API sent, without the arguments of the
    /// call, or `null`.
    fn write_call(&self, item: Value, call: &TurnCall) -> Value {
        match self.members() {
            Some(members) => members.write_call(&item, call),
            None => item,
        }
    }

    /// Returns the role of the model and the member with the parts, for an API whose turn is one
    /// message with a list of parts.
    fn message_of_parts(&self) -> Option<[&'static str; 2]> {
        None
    }

    /// Returns a part of the turn, or `None` for one that the API rejects.
    fn write_part(&self, draft: &Draft, at: usize) -> Option<Value> {
        Some(draft.parts[at].json.clone())
    }

    /// Returns the assistant turn, and adds its calls to `listed`. `cut` contains the calls that are
    /// not calls of functions and may be cut off.
    fn write_turn(&self, draft: &Draft, cut: &[BuiltinCall], listed: &mut TurnCalls) -> Vec<Value> {
        if let Some(members) = self.members() {
            return members.write_turn(draft, cut, listed);
        }
        draft.parts.iter().for_each(|part| listed.push(part));
        let parts = (0..draft.parts.len()).filter_map(|at| self.write_part(draft, at));
        self.wrap(None, parts.collect())
    }

    /// Returns the messages with these parts of the turn, or with these results as the `user`.
    fn wrap(&self, user: Option<&str>, parts: Vec<Value>) -> Vec<Value> {
        match self.message_of_parts() {
            Some([model, key]) => build_message(user.unwrap_or(model), key, parts),
            None => parts,
        }
    }

    /// Reads the text and the reasoning of an item of the turn.
    fn read_texts(&self, _item: &Value, _text: &mut String, _reasoning: &mut String) {}

    /// Writes the result of a call.
    fn write_result(&self, answered: &Answered<'_>) -> Value;

    /// Returns whether a result refers to its call by an ID.
    fn needs_id(&self) -> bool {
        true
    }

    /// Returns a message of the user.
    fn write_user_message(&self, text: &str) -> Value {
        json!({"role": "user", "content": text})
    }

    /// Returns a text as an item of the content of a message with results.
    fn write_text_block(&self, text: &str) -> Value {
        json!({"text": text})
    }
}
