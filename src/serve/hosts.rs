//! Checks by which name the server is called, and which pages may ask it.
//!
//! A page from elsewhere can make its own name lead to this machine (DNS rebinding). To the browser the server is then a part of
//! that page, which may read every answer and every pack. Such a request has the page's name in its `Host`. So only these are
//! answered: the names of the loopback, addresses written as numbers, which nobody can make lead elsewhere, as far as they can
//! be this server's, and the names given with `--host`.
//!
//! A page from elsewhere can also send a request without reading its answer. Browsers say so in `Origin`, and such requests are
//! refused unless that origin is allowed.

use super::Config;
use super::problem::Problem;
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Version, header};
use std::net::IpAddr;

/// Is the request meant for this server, and may the page ask that it comes from?
///
/// # Errors
/// 400 where HTTP demands a host and there is none, or several; 421 for another server's; 403 for a page from elsewhere.
pub fn check(config: &Config, request: &Request) -> Result<(), Problem> {
    let host = host(request)?;
    if !host.is_none_or(|host| is_ours(config, host)) {
        let detail = "this server does not answer to that name: start it with --host NAME if it is its own";
        return Err(Problem::new(StatusCode::MISDIRECTED_REQUEST, "misdirected", detail));
    }
    match request.headers().get(header::ORIGIN) {
        Some(origin) if !may_ask(config, origin, host.unwrap_or_default()) => {
            let detail = "pages from elsewhere may not ask this server: see --allow-origin";
            Err(Problem::new(StatusCode::FORBIDDEN, "forbidden_origin", detail))
        }
        _ => Ok(()),
    }
}

/// The host that the request names. `None` for the old protocol, which names none; no browser uses it.
fn host(request: &Request) -> Result<Option<&str>, Problem> {
    let fault = |what: &str| Problem::request(format!("{what}: expected `Host: NAME`, once"));
    // An address in full takes precedence over the header.
    if let Some(authority) = request.uri().authority() {
        return Ok(Some(authority.as_str()));
    }
    let mut named = named(request.headers());
    match (named.next(), named.next()) {
        (Some(host), None) => host.to_str().map(Some).map_err(|_| fault("the host's name is not text")),
        (Some(_), Some(_)) => Err(fault("several hosts")),
        (None, _) if request.version() < Version::HTTP_11 => Ok(None),
        (None, _) => Err(fault("no host")),
    }
}

fn named(headers: &HeaderMap) -> impl Iterator<Item = &HeaderValue> {
    headers.get_all(header::HOST).iter()
}

/// The name in `NAME:PORT`, `[ADDRESS]:PORT` or without a port.
fn name(host: &str) -> &str {
    match host.strip_prefix('[') {
        Some(rest) => rest.split_once(']').map_or(rest, |(address, _)| address),
        None => host.split_once(':').map_or(host, |(name, _)| name),
    }
}

/// Does the server answer to this host?
fn is_ours(config: &Config, host: &str) -> bool {
    let name = name(host);
    let listens = config.listen.ip();
    if let Ok(address) = name.parse::<IpAddr>() {
        return address.is_loopback() || address == listens || listens.is_unspecified();
    }
    let is = |known: &str| name.eq_ignore_ascii_case(known);
    is("localhost") || name.to_ascii_lowercase().ends_with(".localhost") || config.hosts.iter().any(|host| is(host))
}

/// May a page of this origin ask? The server's own pages may, and those of the allowed origin.
fn may_ask(config: &Config, origin: &HeaderValue, host: &str) -> bool {
    let own = |scheme: &str| origin.to_str().ok().and_then(|origin| origin.strip_prefix(scheme)) == Some(host);
    let allowed = config.allow_origin.as_ref().is_some_and(|allowed| allowed == "*" || allowed == origin);
    allowed || own("http://") || own("https://")
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::Body;
    use std::time::Duration;

    fn config(listen: &str, hosts: &[&str], allow_origin: Option<&'static str>) -> Config {
        Config {
            listen: listen.parse().expect("an address"),
            hosts: hosts.iter().map(|&host| host.to_owned()).collect(),
            packs: Vec::new(),
            threads: 1,
            memory: 0,
            time_limit: Duration::ZERO,
            queue: 1,
            max_body: 1,
            read_timeout: Duration::ZERO,
            allow_origin: allow_origin.map(HeaderValue::from_static),
            verbose: false,
            quiet: true,
        }
    }

    fn status(config: &Config, uri: &str, headers: &[(&str, &str)]) -> u16 {
        let request =
            headers.iter().fold(Request::builder().uri(uri), |request, &(name, value)| request.header(name, value));
        let problem = check(config, &request.body(Body::empty()).expect("a request")).err();
        problem.map_or(200, |problem| problem.into_status())
    }

    #[test]
    fn only_its_own_names_are_answered() {
        let own = config("127.0.0.1:8080", &["canju.example"], None);
        let wide = config("0.0.0.0:8080", &[], None);
        for (host, here, there) in [
            ("localhost", 200, 200),
            ("LocalHost:8080", 200, 200),
            ("app.localhost:1", 200, 200),
            ("127.0.0.1:8080", 200, 200),
            ("127.8.9.1", 200, 200),
            ("[::1]:8080", 200, 200),
            ("canju.example", 200, 421),
            ("CANJU.example:443", 200, 421),
            ("192.168.1.5:8080", 421, 200),
            ("evil.example", 421, 421),
            ("evil.example:8080", 421, 421),
            ("localhost.evil.example", 421, 421),
            ("127.0.0.1.evil.example", 421, 421),
            ("evillocalhost", 421, 421),
            ("", 421, 421),
        ] {
            assert_eq!(status(&own, "/", &[("host", host)]), here, "{host}");
            assert_eq!(status(&wide, "/", &[("host", host)]), there, "{host}");
        }
        assert_eq!(status(&own, "/", &[]), 400);
        assert_eq!(status(&own, "/", &[("host", "localhost"), ("host", "localhost")]), 400);
        assert_eq!(status(&own, "http://evil.example/", &[("host", "localhost")]), 421);
    }

    #[test]
    fn pages_from_elsewhere_are_refused() {
        let host = ("host", "localhost:8080");
        let asked = |config: &Config, origin: &str| status(config, "/api/solve", &[host, ("origin", origin)]);
        let own = config("127.0.0.1:8080", &[], None);
        for (origin, expected) in [
            ("http://localhost:8080", 200),
            ("https://localhost:8080", 200),
            ("http://localhost:3000", 403),
            ("http://localhost", 403),
            ("https://evil.example", 403),
            ("null", 403),
        ] {
            assert_eq!(asked(&own, origin), expected, "{origin}");
        }
        let one = config("127.0.0.1:8080", &[], Some("https://friend.example"));
        assert_eq!((asked(&one, "https://friend.example"), asked(&one, "https://evil.example")), (200, 403));
        assert_eq!(asked(&config("127.0.0.1:8080", &[], Some("*")), "https://any.example"), 200);
    }
}
