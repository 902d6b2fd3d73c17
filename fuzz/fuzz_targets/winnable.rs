#![no_main]

fuzz::law!(tests::laws::winnable);
