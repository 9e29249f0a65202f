#pragma once
#if !__has_include(<histedit.h>)
#error "libedit's header histedit.h is missing: install it with `apt-get install -y libedit-dev` (Debian, Ubuntu) or `brew install libedit`"
#endif
#include <histedit.h>
