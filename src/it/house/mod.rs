//! The project itself: its pages, examples and dependencies.

mod dependencies;
mod examples;
mod layers;
mod printing;
mod readme;
mod words;
mod written;
