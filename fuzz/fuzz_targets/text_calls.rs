#![no_main]

fuzz::law!(tests::laws::in_text);
