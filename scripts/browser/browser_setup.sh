# What the tests of pages need, for those who source this from the root of the sources: Debian's Chromium and its driver, and
# Selenium in a Python environment of its own under target/. Sets `python`, which has Selenium.
if ! command -v chromedriver > /dev/null || ! command -v chromium > /dev/null; then
    apt-get update -qq
    # The font is for the Chinese text in the screenshots.
    apt-get install -y -qq --no-install-recommends chromium chromium-driver fonts-noto-cjk > /dev/null
fi
selenium=4.51.0
environment=target/browser_environment
python="$environment/bin/python"
if ! "$python" -c "import selenium; assert selenium.__version__ == '$selenium'" 2> /dev/null; then
    if ! python3 -m venv --clear "$environment" 2> /dev/null; then
        apt-get update -qq
        apt-get install -y -qq --no-install-recommends python3-venv > /dev/null
        python3 -m venv --clear "$environment"
    fi
    "$environment/bin/pip" install --quiet --disable-pip-version-check "selenium==$selenium"
fi
