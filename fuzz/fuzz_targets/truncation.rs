#![no_main]

fuzz::law!(tests::laws::truncation);
