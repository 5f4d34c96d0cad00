# Container images; docs/containers.md has the commands.
#
#   static    the program alone, without a shell
#   solvers   the program in Debian, with the solvers that it can run

FROM golang:1.26-bookworm AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
# The tag static leaves out the code that loads shared libraries, so that the binary is linked statically.
RUN CGO_ENABLED=0 go build -tags static -ldflags '-s -w' -o /image/static/ ./cmd/nqueens \
    && CGO_ENABLED=0 go build -ldflags '-s -w' -o /image/solvers/ ./cmd/nqueens \
    && mkdir -m 1777 /image/static/tmp

FROM scratch AS static
COPY --from=build /image/static /
ENTRYPOINT ["/nqueens"]

FROM debian:bookworm-slim AS cadical
RUN apt-get update && apt-get install -y --no-install-recommends g++ libcadical-dev
RUN g++ -shared -o /libcadical.so -Wl,--whole-archive "$(echo /usr/lib/*/libcadical.a)" -Wl,--no-whole-archive

FROM debian:bookworm-slim AS solvers
RUN apt-get update && apt-get install -y --no-install-recommends \
        boolector cadical clasp coinor-cbc cryptominisat cvc5 glpk-utils gringo lp-solve minisat minisat+ \
        minizinc picosat sat4j swi-prolog-nox toulbar2 z3 \
    && rm -rf /var/lib/apt/lists/*
COPY --from=cadical /libcadical.so /usr/local/lib/
COPY --from=build /image/solvers/nqueens /usr/local/bin/
RUN ldconfig
ENTRYPOINT ["nqueens"]
