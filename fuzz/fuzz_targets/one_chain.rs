#![no_main]

fuzz::law!(tests::laws::one_chain);
