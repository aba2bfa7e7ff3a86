//! Memory in bytes: what a search may take, and what the program has held.

use super::language::text;
use anyhow::bail;
use bytesize::ByteSize;
use sysinfo::{MemoryRefreshKind, RefreshKind, System};

/// The budget where it is not known how much memory the machine has.
const FALLBACK_MEMORY: u64 = 1 << 30;

/// The address space that a search needs, however small its budget is: the allocator reserves 32 MiB for each thread that
/// allocates, and a batch has threads that read, write and free as well. With less, one of them may find none.
const LEAST_ADDRESS_SPACE: u64 = 192 << 20;

/// The budget in bytes: what was asked for, or a quarter of the machine's.
pub fn budget(asked: Option<ByteSize>) -> anyhow::Result<usize> {
    let machine = machine_memory(enough_addresses()?);
    let memory = match (asked, machine) {
        (None, Some(total)) => total / 4,
        (None, None) => FALLBACK_MEMORY,
        // The search may take all of it at the start, so refuse now instead of running out of memory then.
        (Some(size), Some(total)) if size.as_u64() > total => {
            bail!(text!("memory-too-large", size = size.to_string(), total = ByteSize(total).to_string()));
        }
        (Some(size), _) => size.as_u64(),
    };
    Ok(usize::try_from(memory).unwrap_or(usize::MAX))
}

/// The limit of this process's address space in bytes, if it leaves enough for a search.
fn enough_addresses() -> anyhow::Result<u64> {
    let addresses = address_space();
    if addresses < LEAST_ADDRESS_SPACE {
        let (limit, least) = (ByteSize(addresses).to_string(), ByteSize(LEAST_ADDRESS_SPACE).to_string());
        bail!(text!("addresses-too-few", limit = limit, least = least));
    }
    Ok(addresses)
}

/// The memory of this machine in bytes, as far as a search may use it; `None` where that is not known.
pub fn of_machine() -> Option<u64> {
    machine_memory(address_space())
}

/// The machine's memory in bytes, or less if the control group or the limit of address space leaves less; `None` where that
/// is not known.
fn machine_memory(addresses: u64) -> Option<u64> {
    let refresh = RefreshKind::nothing().with_memory(MemoryRefreshKind::nothing().with_ram());
    let system = System::new_with_specifics(refresh);
    let limit = system.cgroup_limits().map_or(u64::MAX, |limits| limits.total_memory);
    Some(system.total_memory().min(limit).min(addresses)).filter(|&total| total > 0)
}

/// The limit of this process's address space in bytes, where the system has `/proc` and there is one.
fn address_space() -> u64 {
    let limits = std::fs::read_to_string("/proc/self/limits").unwrap_or_default();
    let line = limits.lines().find_map(|line| line.strip_prefix("Max address space"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(u64::MAX)
}

/// The most memory that the program has held at once, where the system has `/proc`.
pub fn peak() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes << 10)
}
