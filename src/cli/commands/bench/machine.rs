//! The machine that figures were measured on. It is asked while the program runs.

use crate::cli::language::text;
use crate::cli::memory;
use bytesize::ByteSize;
use canju_engine::rules::shown;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::thread;
use sysinfo::{CpuRefreshKind, RefreshKind, System};

/// What the system says of the machine; `None` where it does not say.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug, Default)]
#[serde(default)]
pub(super) struct Machine {
    name: Option<String>,
    processor: Option<String>,
    /// Threads that can run at once, as far as this process may use them.
    cores: Option<usize>,
    /// As far as this process may use it.
    memory_bytes: Option<u64>,
    system: Option<String>,
}

impl Machine {
    /// The machine that the program runs on.
    pub fn this() -> Machine {
        let refresh = RefreshKind::nothing().with_cpu(CpuRefreshKind::nothing());
        let system = System::new_with_specifics(refresh);
        let processor = system.cpus().first().map(|cpu| cpu.brand().trim().to_owned());
        Machine {
            name: System::host_name(),
            processor: processor.filter(|brand| !brand.is_empty()),
            cores: thread::available_parallelism().ok().map(Into::into),
            memory_bytes: memory::of_machine(),
            system: System::long_os_version(),
        }
    }
}

/// The name, then the rest. It may be from a file, so it is shown escaped.
impl fmt::Display for Machine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rest = [
            self.processor.clone(),
            self.cores.map(|cores| text!("cores", count = cores)),
            self.memory_bytes.map(|bytes| ByteSize(bytes).to_string()),
            self.system.clone(),
        ];
        let rest = rest.into_iter().flatten().collect::<Vec<_>>().join(&text!("comma"));
        let name = self.name.clone().unwrap_or_else(|| text!("nameless-machine"));
        let text = if rest.is_empty() { name } else { name + &text!("in-brackets", text = rest) };
        f.write_str(&shown(&text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_known_is_left_out() {
        let machine = |text: &str| serde_json::from_str::<Machine>(text).expect("a machine").to_string();
        assert_eq!(machine("{}"), "a machine without a name");
        assert_eq!(machine(r#"{"name":"anvil","cores":1}"#), "anvil (1 core)");
        assert_eq!(
            machine(r#"{"name":"a\u001b[2J","processor":"P","cores":64,"memory_bytes":1073741824,"system":"Linux"}"#),
            r"a\u{1b}[2J (P, 64 cores, 1.0 GiB, Linux)"
        );
    }

    #[test]
    fn this_machine_has_cores() {
        assert!(Machine::this().cores > Some(0));
    }
}
