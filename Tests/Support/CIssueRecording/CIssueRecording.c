#include "CIssueRecording.h"

__attribute__((constructor)) static void install(void) { hindsight_issue_recording_install(); }
