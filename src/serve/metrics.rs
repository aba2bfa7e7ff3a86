//! What `/metrics` shows, in the text format of Prometheus.
//!
//! Requests are counted by route and status, never by path: a client can put any text there.

use canju::answers::CacheCounts;
use parking_lot::Mutex;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::Duration;

/// The addresses, as they are counted.
pub const ROUTES: [&str; 15] = [
    "/",
    "/api/solve",
    "/api/moves",
    "/api/review",
    "/api/advise",
    "/api/batch",
    "/api/generate",
    "/api/deal",
    "/api/grade",
    "/api/proof",
    "/api/packs",
    "/api/packs/{name}",
    "/api/openapi.json",
    "/healthz",
    "/metrics",
];

/// The upper ends of the buckets of latencies, in microseconds.
const BUCKETS: [u64; 14] = [
    500, 1_000, 2_500, 5_000, 10_000, 20_000, 50_000, 100_000, 250_000, 500_000, 1_000_000, 2_500_000, 5_000_000,
    10_000_000,
];

/// The address as it is counted.
pub fn known(path: &str) -> Option<&'static str> {
    ROUTES.into_iter().find(|route| *route == path)
}

/// Durations by size.
#[derive(Default)]
struct Histogram {
    counts: [AtomicU64; BUCKETS.len()],
    count: AtomicU64,
    microseconds: AtomicU64,
}

/// See the module's head.
#[derive(Default)]
pub struct Metrics {
    requests: Mutex<BTreeMap<(&'static str, u16), u64>>,
    latencies: Mutex<BTreeMap<&'static str, Histogram>>,
    jobs: Histogram,
    cancels: Histogram,
    withdrawn: AtomicU64,
    gone: AtomicU64,
    panics: AtomicU64,
    nodes: AtomicU64,
    records: AtomicU64,
    in_flight: AtomicI64,
    connections: AtomicI64,
}

/// Values that are read when the page is asked for.
pub struct Gauges {
    /// Jobs that wait.
    pub queued: usize,
    /// Workers that work.
    pub busy: usize,
    /// Workers.
    pub workers: usize,
    /// The memory budget of the searches, in bytes.
    pub budget: u64,
    /// Bytes of requests and answers that are held.
    pub held: u64,
    /// What the workers remember together, by what was asked.
    pub remembered: [(&'static str, CacheCounts); 3],
}

impl Histogram {
    fn add(&self, duration: Duration) {
        let microseconds = u64::try_from(duration.as_micros()).unwrap_or(u64::MAX);
        if let Some(bucket) = BUCKETS.iter().position(|&end| microseconds <= end) {
            self.counts[bucket].fetch_add(1, Ordering::Relaxed);
        }
        self.microseconds.fetch_add(microseconds, Ordering::Relaxed);
        self.count.fetch_add(1, Ordering::Relaxed);
    }

    /// The lines of this histogram; `label` is empty or ends with a comma.
    fn write(&self, text: &mut String, name: &str, label: &str) {
        let mut sum = 0;
        for (end, count) in BUCKETS.iter().zip(&self.counts) {
            sum += count.load(Ordering::Relaxed);
            line(text, format_args!("{name}_bucket{{{label}le=\"{}\"}} {sum}", seconds(*end)));
        }
        // At least as many as in the buckets, whatever is added meanwhile.
        let count = self.count.load(Ordering::Relaxed).max(sum);
        line(text, format_args!("{name}_bucket{{{label}le=\"+Inf\"}} {count}"));
        let label = label.trim_end_matches(',');
        let label = if label.is_empty() { String::new() } else { format!("{{{label}}}") };
        line(text, format_args!("{name}_sum{label} {}", seconds(self.microseconds.load(Ordering::Relaxed))));
        line(text, format_args!("{name}_count{label} {count}"));
    }
}

fn seconds(microseconds: u64) -> f64 {
    microseconds as f64 / 1e6
}

fn line(text: &mut String, what: std::fmt::Arguments) {
    // Writing to a string does not fail.
    let _ = writeln!(text, "{what}");
}

fn head(text: &mut String, name: &str, kind: &str, help: &str) {
    line(text, format_args!("# HELP {name} {help}\n# TYPE {name} {kind}"));
}

impl Metrics {
    /// A request has its answer's head.
    pub fn answered(&self, route: &'static str, status: u16, after: Duration) {
        *self.requests.lock().entry((route, status)).or_default() += 1;
        self.latencies.lock().entry(route).or_default().add(after);
    }

    /// A client went away before its answer.
    pub fn client_gone(&self) {
        self.gone.fetch_add(1, Ordering::Relaxed);
    }

    /// A worker has finished a job.
    pub fn job_done(&self, took: Duration) {
        self.jobs.add(took);
    }

    /// How long a job takes on average.
    pub fn mean_job(&self) -> Duration {
        let count = self.jobs.count.load(Ordering::Relaxed).max(1);
        Duration::from_micros(self.jobs.microseconds.load(Ordering::Relaxed) / count)
    }

    /// A job ended because nobody wanted its answer any more, this long after that was known.
    pub fn cancelled(&self, after: Duration) {
        self.cancels.add(after);
    }

    /// Counts jobs that were withdrawn before they began.
    pub fn withdrawn(&self, jobs: usize) {
        self.withdrawn.fetch_add(jobs as u64, Ordering::Relaxed);
    }

    /// Counts a job that panicked.
    pub fn panicked(&self) {
        self.panics.fetch_add(1, Ordering::Relaxed);
    }

    /// Counts a record and its nodes.
    pub fn record(&self, nodes: u64) {
        self.records.fetch_add(1, Ordering::Relaxed);
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
    }

    /// Changes the number of requests being answered.
    pub fn in_flight(&self, more: i64) {
        self.in_flight.fetch_add(more, Ordering::Relaxed);
    }

    /// Changes the number of open connections.
    pub fn connections(&self, more: i64) {
        self.connections.fetch_add(more, Ordering::Relaxed);
    }

    /// The page.
    pub fn page(&self, gauges: &Gauges) -> String {
        let mut text = String::new();
        let name = "canju_http_requests_total";
        head(&mut text, name, "counter", "Requests answered.");
        for ((route, status), count) in &*self.requests.lock() {
            line(&mut text, format_args!("{name}{{route=\"{route}\",status=\"{status}\"}} {count}"));
        }
        let name = "canju_http_request_seconds";
        head(&mut text, name, "histogram", "Time from a request's head to that of its answer.");
        for (route, histogram) in &*self.latencies.lock() {
            histogram.write(&mut text, name, &format!("route=\"{route}\","));
        }
        let name = "canju_job_seconds";
        head(&mut text, name, "histogram", "Time a worker spends on a job.");
        self.jobs.write(&mut text, name, "");
        let name = "canju_cancel_seconds";
        head(&mut text, name, "histogram", "Time from the moment a client is gone to the end of its search.");
        self.cancels.write(&mut text, name, "");
        let counters = [
            ("canju_http_clients_gone_total", &self.gone, "Clients that went away before their answer."),
            ("canju_jobs_withdrawn_total", &self.withdrawn, "Jobs taken back before they began."),
            ("canju_panics_total", &self.panics, "Jobs that panicked."),
            ("canju_records_total", &self.records, "Positions answered, decided or not."),
            ("canju_nodes_total", &self.nodes, "Nodes searched."),
        ];
        for (name, value, help) in counters {
            head(&mut text, name, "counter", help);
            line(&mut text, format_args!("{name} {}", value.load(Ordering::Relaxed)));
        }
        type Count = fn(&CacheCounts) -> u64;
        let remembered: [(&str, &str, &str, Count); 4] = [
            ("canju_remembered_hits_total", "counter", "Requests answered without a search.", |counts| counts.hits),
            ("canju_remembered_misses_total", "counter", "Requests whose answer was not remembered.", |counts| {
                counts.misses
            }),
            ("canju_remembered_answers", "gauge", "Answers that are remembered.", |counts| counts.entries),
            ("canju_remembered_bytes", "gauge", "Their estimated bytes.", |counts| counts.bytes),
        ];
        for (name, kind, help, count) in remembered {
            head(&mut text, name, kind, help);
            for (of, counts) in &gauges.remembered {
                line(&mut text, format_args!("{name}{{of=\"{of}\"}} {}", count(counts)));
            }
        }
        let open = |value: &AtomicI64| value.load(Ordering::Relaxed).max(0) as u64;
        let gauges = [
            ("canju_http_requests_in_flight", open(&self.in_flight), "Requests being answered."),
            ("canju_http_connections", open(&self.connections), "Connections open."),
            ("canju_queue_jobs", gauges.queued as u64, "Jobs that wait for a worker."),
            ("canju_workers_busy", gauges.busy as u64, "Workers that search."),
            ("canju_workers", gauges.workers as u64, "Workers."),
            ("canju_memory_budget_bytes", gauges.budget, "The memory budget of all searches."),
            ("canju_memory_held_bytes", gauges.held, "Bytes of requests and answers that are held."),
            ("canju_memory_resident_bytes", resident(), "Memory of the process; 0 where it is not known."),
        ];
        for (name, value, help) in gauges {
            head(&mut text, name, "gauge", help);
            line(&mut text, format_args!("{name} {value}"));
        }
        text
    }
}

/// The memory of the process, where the system has `/proc`.
fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kibibytes = line.and_then(|line| line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok());
    kibibytes.map_or(0, |kibibytes| kibibytes << 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_says_what_was_counted() {
        let metrics = Metrics::default();
        metrics.answered("/api/solve", 200, Duration::from_micros(700));
        metrics.answered("/api/solve", 200, Duration::from_secs(60));
        metrics.answered("other", 404, Duration::ZERO);
        metrics.record(643);
        let none = CacheCounts::default();
        let solved = CacheCounts { hits: 5, misses: 4, entries: 3, bytes: 2_000 };
        let remembered = [("solve", solved), ("moves", none), ("grade", none)];
        let gauges = Gauges { queued: 3, busy: 1, workers: 2, budget: 1 << 30, held: 0, remembered };
        let page = metrics.page(&gauges);
        for line in [
            "canju_http_requests_total{route=\"/api/solve\",status=\"200\"} 2",
            "canju_http_request_seconds_bucket{route=\"/api/solve\",le=\"0.0005\"} 0",
            "canju_http_request_seconds_bucket{route=\"/api/solve\",le=\"0.001\"} 1",
            "canju_http_request_seconds_bucket{route=\"/api/solve\",le=\"+Inf\"} 2",
            "canju_http_request_seconds_sum{route=\"/api/solve\"} 60.0007",
            "canju_job_seconds_count 0",
            "canju_nodes_total 643",
            "canju_queue_jobs 3",
            "canju_remembered_hits_total{of=\"solve\"} 5",
            "canju_remembered_misses_total{of=\"solve\"} 4",
            "canju_remembered_answers{of=\"solve\"} 3",
            "canju_remembered_bytes{of=\"solve\"} 2000",
            "canju_remembered_hits_total{of=\"moves\"} 0",
        ] {
            assert!(page.lines().any(|found| found == line), "{line}\n{page}");
        }
    }
}
