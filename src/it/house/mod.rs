//! The project itself: its pages, examples and dependencies.

mod dependencies;
mod examples;
mod printing;
mod readme;
mod words;
