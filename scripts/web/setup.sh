# Node and binaryen from npm, for those who source this from the root of the sources. Sets `binaryen` to the folder of its programs.
# The version is fixed, so that the same sources make the same module.
if ! command -v npm > /dev/null; then
    apt-get update -qq
    apt-get install -y -qq --no-install-recommends nodejs npm > /dev/null
fi
binaryen_version=132.0.0
binaryen=target/binaryen/node_modules/.bin
if [ "$(cat target/binaryen/version 2> /dev/null)" != "$binaryen_version" ]; then
    mkdir -p target/binaryen
    npm install --prefix target/binaryen --no-audit --no-fund --no-save --loglevel=error "binaryen@$binaryen_version" > /dev/null
    echo "$binaryen_version" > target/binaryen/version
fi
