# The program with its server, from the sources of this directory. It was linted, but never built where it was written: there was no
# docker. `docker build -t canju .`, then `docker run --rm -p 8080:8080 canju`, or `docker run --rm canju solve 346999Q2 34JAAD`.
FROM rust:1.89-slim-bookworm AS build
WORKDIR /canju
# mimalloc is C.
# hadolint ignore=DL3008
RUN apt-get update && apt-get install --yes --no-install-recommends gcc libc6-dev && rm -rf /var/lib/apt/lists/*
COPY . .
RUN cargo build --release --features serve --locked --bin canju

FROM debian:bookworm-slim
COPY --from=build /canju/target/release/canju /usr/local/bin/canju
COPY LICENSE-MIT LICENSE-APACHE /usr/share/doc/canju/
RUN useradd --system --no-create-home --uid 10001 canju
USER 10001
EXPOSE 8080
ENTRYPOINT ["canju"]
CMD ["serve", "--listen", "0.0.0.0:8080"]
