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

    /// Adds a line, and returns the objects that end in it. A line break within a string is invalid
    /// JSON: the text of the object so far is returned, and another object may begin in the next line.
    pub(super) fn push_line(&mut self, line: &str) -> Vec<String> {
        let mut objects = Vec::new();
        let mut start = 0;
        for (at, byte) in line.bytes().enumerate() {
            if self.depth == 0 {
                if byte != b'{' {
                    continue;
                }
                start = at;
            }
            self.step(byte);
            if self.depth == 0 {
                self.object
                    .push_str(line.get(start..=at).unwrap_or_default());
                objects.push(std::mem::take(&mut self.object));
            }
        }
        if self.depth > 0 {
            self.object.push_str(line.get(start..).unwrap_or_default());
        }
        if self.in_string {
            objects.push(std::mem::take(self).object);
        } else if self.depth > 0 {
            self.object.push('\n');
        }
        objects
    }

    fn step(&mut self, byte: u8) {
        if self.in_string {
            match byte {
                _ if self.is_escaped => self.is_escaped = false,
                b'\\' => self.is_escaped = true,
                b'"' => self.in_string = false,
                _ => {}
            }
            return;
        }
        match byte {
            b'"' => self.in_string = true,
            b'{' | b'[' => self.depth += 1,
            b'}' | b']' => self.depth -= 1,
            _ => {}
        }
    }
}
