# Debian's Firefox, for those who source this.
if ! command -v firefox-esr > /dev/null; then
    apt-get update -qq
    apt-get install -y -qq --no-install-recommends firefox-esr > /dev/null
fi
