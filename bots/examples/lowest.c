/* A bot in C: plays its lowest legal move.

   cc -O2 -o lowest lowest.c
   schnapsen-ai tournament cmd:./lowest random

   The table writes one JSON object a line to our standard input; to each that has an "id" we
   write one line in answer.  The page schnapsen_ai/isolation/protocol.md has all messages.  A real
   bot would use a JSON library; this one looks for the few words that it needs. */

#include <stdio.h>
#include <string.h>

static char line[1 << 16];

/* The number that follows a word in the line, or otherwise. */
static long number_after(const char *word, long otherwise) {
    const char *found = strstr(line, word);
    long number;
    if (found == NULL || sscanf(found + strlen(word), "%ld", &number) != 1)
        return otherwise;
    return number;
}

static int is(const char *type) {
    char word[64];
    snprintf(word, sizeof word, "\"type\":\"%s\"", type);
    return strstr(line, word) != NULL;
}

int main(void) {
    while (fgets(line, sizeof line, stdin) != NULL) {
        long id = number_after("\"id\":", -1);
        if (is("hello"))
            printf("{\"id\":%ld,\"protocol\":1,\"name\":\"lowest in C\"}\n", id);
        else if (is("choose")) /* legal moves are ascending: the first is the lowest */
            printf("{\"id\":%ld,\"move\":%ld}\n", id, number_after("\"legal\":[", -1));
        else if (id >= 0) /* begin, end: nothing to say */
            printf("{\"id\":%ld}\n", id);
        fflush(stdout); /* the table waits for it */
    }
    return 0; /* end of file: the tournament is over */
}
