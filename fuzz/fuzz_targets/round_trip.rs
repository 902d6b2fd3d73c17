#![no_main]

fuzz::law!(tests::laws::round_trip);
