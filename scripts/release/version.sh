# For those who source this from the root of the sources: sets `version`, which all packages have.
version="$(sed -n '/^\[workspace.package\]/,/^\[/s/^version = "\(.*\)"/\1/p' Cargo.toml)"
