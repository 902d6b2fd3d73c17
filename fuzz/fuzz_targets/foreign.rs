#![no_main]

fuzz::law!(tests::laws::foreign);
