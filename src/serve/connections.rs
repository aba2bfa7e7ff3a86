//! Connections: taken, timed, counted, and let go in order when the server stops.
//!
//! hyper is driven by hand, because connections are bounded here: the time for a request's head, the time in which nothing
//! is written, the number of connections, and the end. A client that goes away ends its connection, and with it the future
//! that answers it; all else follows from what that future drops.

use super::{Client, Ended, Server, Start, routes};
use axum::body::Body;
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio_io_timeout::TimeoutStream;
use tower::ServiceExt;

/// The most connections. Most systems give a process 1,024 files.
const MOST_CONNECTIONS: usize = 960;

/// The most bytes of a request's head, and of a part of its body.
const MOST_BUFFERED: usize = 64 << 10;

/// How long running answers may go on once the server is to stop.
const GRACE: Duration = Duration::from_secs(5);

/// How long interrupted answers may take to go out after that.
const LAST: Duration = Duration::from_secs(1);

/// How long to wait when the system gives no more connections.
const PAUSE: Duration = Duration::from_millis(100);

/// Serves until a signal comes, then lets go of everything.
pub async fn serve(server: Arc<Server>, address: SocketAddr, start: &mut dyn Start) -> io::Result<Ended> {
    let listener = TcpListener::bind(address).await?;
    let mut signals = Signals::new()?;
    start.listens(listener.local_addr()?);
    let router = routes::router(server.clone());
    let (room, graceful) = (Arc::new(Semaphore::new(MOST_CONNECTIONS)), GracefulShutdown::new());
    loop {
        let permit = room.clone().acquire_owned().await.map_err(io::Error::other)?;
        let (stream, client) = tokio::select! {
            biased;
            () = signals.next() => break,
            accepted = listener.accept() => match accepted {
                Ok(accepted) => accepted,
                // No more files, or the client is gone already.
                Err(_) => {
                    tokio::time::sleep(PAUSE).await;
                    continue;
                }
            },
        };
        let service = {
            let router = router.clone();
            service_fn(move |mut request: Request<Incoming>| {
                request.extensions_mut().insert(Client(client.ip().to_canonical()));
                router.clone().oneshot(request.map(Body::new))
            })
        };
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(server.config.read_timeout)
            .max_buf_size(MOST_BUFFERED)
            .serve_connection(timed(stream, &server), service);
        let (watched, server) = (graceful.watch(connection), server.clone());
        tokio::spawn(async move {
            server.metrics.connections(1);
            // How a connection ends is its client's affair.
            let _ = watched.await;
            server.metrics.connections(-1);
            drop(permit);
        });
    }
    drop(listener);
    server.stopping.store(true, Ordering::Relaxed);
    let ended = async {
        let finished = graceful.shutdown();
        tokio::pin!(finished);
        if tokio::time::timeout(GRACE, &mut finished).await.is_err() {
            server.workers.close();
            let _ = tokio::time::timeout(LAST, finished).await;
        }
    };
    let ended = tokio::select! {
        () = ended => Ended::Stopped,
        () = signals.next() => Ended::AtOnce,
    };
    server.workers.close();
    Ok(ended)
}

/// The stream, given up if for some time nothing can be written: a client that does not read keeps its answer in memory.
fn timed(stream: TcpStream, server: &Server) -> TokioIo<std::pin::Pin<Box<TimeoutStream<TcpStream>>>> {
    // An answer is small, and it is complete when it is written.
    let _ = stream.set_nodelay(true);
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(server.config.read_timeout));
    TokioIo::new(Box::pin(stream))
}

/// Ctrl-C and SIGTERM.
struct Signals {
    #[cfg(unix)]
    interrupt: tokio::signal::unix::Signal,
    #[cfg(unix)]
    terminate: tokio::signal::unix::Signal,
}

impl Signals {
    #[cfg(unix)]
    fn new() -> io::Result<Signals> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Signals { interrupt: signal(SignalKind::interrupt())?, terminate: signal(SignalKind::terminate())? })
    }

    #[cfg(not(unix))]
    fn new() -> io::Result<Signals> {
        Ok(Signals {})
    }

    /// Waits for the next one.
    async fn next(&mut self) {
        #[cfg(unix)]
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
        #[cfg(not(unix))]
        let _ = tokio::signal::ctrl_c().await;
    }
}
