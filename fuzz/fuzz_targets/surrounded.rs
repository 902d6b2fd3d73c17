#![no_main]

fuzz::law!(tests::laws::surrounded);
