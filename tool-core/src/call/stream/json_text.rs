/// Finds the objects in JSON text that arrives line by line: one object per line, one object over
/// several lines, or an array of objects.
#[derive(Clone, Debug, Default)]
pub(super) struct JsonText {
    /// The received part of the current object.
    object: String,
    /// The number of open objects and arrays, from the current object on.
    depth: usize,
    in_string: bool,
    is_escaped: bool,
}

impl JsonText {
    /// Returns whether an object has begun and has not ended.
    pub(super) fn is_open(&self) -> bool {
        self.depth > 0
    }

    /// Adds a line, and returns the objects that end in it. A line break within a string is
    /// invalid JSON, so the object is ignored.
    pub(super) fn push_line(&mut self, line: &str) -> Vec<String> {
        let mut objects = Vec::new();
        for c in line.chars() {
            if self.depth > 0 || c == '{' {
                self.object.push(c);
                self.step(c);
                if self.depth == 0 {
                    objects.push(std::mem::take(&mut self.object));
                }
            }
        }
        if self.in_string {
            *self = Self::default();
        } else if self.depth > 0 {
            self.object.push('\n');
        }
        objects
    }

    fn step(&mut self, c: char) {
        if self.in_string {
            match c {
                _ if self.is_escaped => self.is_escaped = false,
                '\\' => self.is_escaped = true,
                '"' => self.in_string = false,
                _ => {}
            }
            return;
        }
        match c {
            '"' => self.in_string = true,
            '{' | '[' => self.depth += 1,
            '}' | ']' => self.depth -= 1,
            _ => {}
        }
    }
}
