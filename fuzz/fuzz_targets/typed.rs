#![no_main]

fuzz::law!(tests::laws::typed);
