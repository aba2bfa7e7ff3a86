# Node and what the checks of the app take from npm, for those who source this from the root of the sources. Sets
# `node_modules`. The versions are fixed, so that a check says the same tomorrow.
if ! command -v npm > /dev/null; then
    apt-get update -qq
    apt-get install -y -qq --no-install-recommends nodejs npm > /dev/null
fi
typescript=7.0.2
axe=4.14.1
node_modules=target/node/node_modules
if [ "$(cat target/node/versions 2> /dev/null)" != "$typescript $axe" ]; then
    mkdir -p target/node
    npm install --prefix target/node --no-audit --no-fund --no-save --loglevel=error "typescript@$typescript" "axe-core@$axe" > /dev/null
    echo "$typescript $axe" > target/node/versions
fi
