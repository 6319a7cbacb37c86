// A program in C that plays the game of a package: carom.h, one task, a step until the end.
#include <stdio.h>
#include <string.h>

#include "carom.h"

static int fail(const char *what) {
  fprintf(stderr, "%s: %s\n", what, carom_error());
  return 1;
}

int main(int count, char **arguments) {
  carom_session game = 0;
  char text[4096];
  size_t length = 0;
  if (count != 2 || carom_set_root(arguments[1])) return fail("root");
  if (carom_games(text, sizeof text, &length)) return fail("games");
  printf("%s\n", text);
  if (carom_open("falling", NULL, 1, &game)) return fail("open");
  if (carom_set_task(game, "{\"act\":[\"key.space\"],\"observe\":[{\"select\":\"game\","
                           "\"property\":\"score\"}],\"frameSkip\":2}"))
    return fail("task");
  float action = 0, observation = 0;
  double reward = 0, total = 0;
  uint8_t terminated = 0;
  carom_steps steps;
  memset(&steps, 0, sizeof steps);
  steps.size = sizeof steps;
  steps.threads = 1;
  steps.action_count = steps.observation_count = 1;
  steps.actions = &action;
  steps.observations = &observation;
  steps.rewards = &reward;
  steps.terminated = &terminated;
  while (!terminated) {
    if (carom_step_many(&game, 1, &steps)) return fail("step");
    total += reward;
    printf("%g %g\n", observation, reward);
  }
  printf("total %g\n", total);
  if (carom_close(game)) return fail("close");
  if (carom_close(game) != CAROM_BAD_SESSION) return fail("close again");
  printf("%s\n", carom_error());
  return 0;
}
