//! Questions with one answer, each at an address of its own: the bodies are read and answered by a [`Desk`].

use super::answer::Note;
use super::problem::Problem;
use super::{Client, Server, body};
use axum::Extension;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;
use canju::requests::{Desk, Question};
use canju_engine::search::StopFlag;
use std::net::IpAddr;
use std::sync::Arc;

/// A handler for each question: its address, the schema of its body, and the answers with status 200.
macro_rules! questions {
    ($($(#[$about:meta])* $name:ident $question:ident $path:literal $body:literal ($($answer:tt)*);)*) => { $(
        $(#[$about])*
        #[cfg_attr(test, utoipa::path(post, path = $path, request_body = ref($body), responses(
            (status = 200, $($answer)*),
            (status = "4XX", description = "A problem", body = ref("#/components/schemas/Problem"), content_type = "application/problem+json"),
            (status = "5XX", description = "Too much to do: see `retry-after`", body = ref("#/components/schemas/Problem"), content_type = "application/problem+json"))))]
        pub async fn $name(
            State(server): State<Arc<Server>>,
            Extension(Client(client)): Extension<Client>,
            headers: HeaderMap,
            body: Body,
        ) -> Result<Response, Problem> {
            answer(Question::$question, &server, client, &headers, body).await
        }
    )* };
}

questions! {
    /// Decide one position.
    solve Solve "/api/solve" "#/components/schemas/Position"
        (description = "The record; undecided at a limit", body = ref("#/components/schemas/SolvedRecord"));
    /// Every legal move with its verdict.
    moves Moves "/api/moves" "#/components/schemas/Position"
        (description = "The moves; at a limit some are undecided", body = ref("#/components/schemas/Replies"));
    /// Review a game: which moves gave the win away. The limit of time is that of the whole game.
    review Review "/api/review" "#/components/schemas/Position"
        (description = "The record; at a limit some positions are undecided", body = ref("#/components/schemas/Review"));
    /// Advise a player who does not see the other hands: an estimate, and no verdict.
    advise Advise "/api/advise" "#/components/schemas/Advise"
        (description = "The record; at a limit some moves are open in some worlds", body = ref("#/components/schemas/Advice"));
    /// Make new puzzles.
    generate Generate "/api/generate" "#/components/schemas/Generate"
        (description = "The puzzles; fewer at a limit", body = ref("#/components/schemas/Generated"));
    /// Deal a whole deal: three hands, and the landlord's cards that all see.
    deal Deal "/api/deal" "#/components/schemas/Deal"
        (description = "The deal", body = ref("#/components/schemas/Dealt"));
    /// Grade a position: how hard it is.
    grade Grade "/api/grade" "#/components/schemas/Position"
        (description = "The record `canju.grade/1`, as `canju grade --format jsonl` has it", body = Object);
    /// Prove the verdict of a position: the certificate that `canju verify` checks.
    proof Prove "/api/proof" "#/components/schemas/Position"
        (description = "The certificate; a problem where there is no verdict within the limit, or it is too large", body = Vec<u8>,
            content_type = "application/octet-stream");
}

/// Reads a question, waits for a worker and sends its answer, within the common stock.
async fn answer(
    question: Question,
    server: &Server,
    client: IpAddr,
    headers: &HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let (bytes, reservation) = body::read(server, headers, body).await?;
    let request = question.read(&bytes, server.config.time_limit, rand::random())?;
    drop((bytes, reservation));
    let note = request.puzzle().map(|puzzle| Note(puzzle.position.to_string()));
    let ticket = server.workers.admit(client, false)?;
    let metrics = server.metrics.clone();
    let find = move |desk: &mut Desk, stop: &StopFlag| {
        let answer = desk.answer(request, stop)?;
        for position in 0..answer.positions {
            metrics.record(if position == 0 { answer.nodes } else { 0 });
        }
        Ok::<_, Problem>(answer.bytes)
    };
    let text = ticket.run(server.config.time_limit, find).await??;
    let text = server.stock.answer(text).ok_or_else(|| Problem::busy(1))?;
    let mut response = Response::new(Body::from(text));
    let kind = if question == Question::Prove { "application/octet-stream" } else { "application/json" };
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    if question == Question::Prove {
        let name = HeaderValue::from_static("attachment; filename=\"canju.proof\"");
        response.headers_mut().insert(header::CONTENT_DISPOSITION, name);
    }
    if let Some(note) = note {
        response.extensions_mut().insert(note);
    }
    Ok(response)
}
